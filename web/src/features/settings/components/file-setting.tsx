import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { photoTypes } from '../../../lib/uploads/chosen-file.ts';
import { useChosenFiles } from '../../../lib/uploads/use-chosen-files.ts';
import { Button } from '../../../ui/buttons/button.tsx';

type FileSettingProps = {
  label: string;
  hint: string;
  /** The types of files that can be chosen; without it all photos. */
  accept?: string;
  error?: string;
  /** Whether there is a file that can be removed. */
  isSet: boolean;
  onPick: (file: File) => void;
  onRemove: () => void;
  /** The picture as it is going to show. */
  children: ReactNode;
};

/** A setting that is a picture: how it is going to look, and buttons to choose another one or to do without. */
export function FileSetting({ label, hint, accept, error, isSet, onPick, onRemove, children }: FileSettingProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { choose, isReading, refusal, forgetRefusal } = useChosenFiles(onPick);
  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Without this, choosing the same file again would fire no event.
    event.target.value = '';
    if (file) void choose([file]);
  }
  const shownError = error ?? refusal;
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="grid gap-1.5">
      <p id={id} className="text-small font-semibold">
        {label}
      </p>
      <div className="overflow-hidden rounded-card bg-surface ring-1 ring-line ring-inset">{children}</div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          isLocal
          busy={isReading}
          busyText="Membuka gambar..."
          aria-label={`Pilih gambar: ${label}`}
          onClick={() => input.current?.click()}
        >
          Pilih gambar
        </Button>
        {isSet && (
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            aria-label={`Pakai bawaan: ${label}`}
            onClick={() => {
              forgetRefusal();
              onRemove();
            }}
          >
            Pakai bawaan
          </Button>
        )}
      </div>
      <input ref={input} type="file" accept={accept ?? photoTypes()} hidden onChange={pick} />
      <p id={`${id}-hint`} className="text-small text-muted">
        {hint}
      </p>
      {shownError && (
        <p role="alert" className="text-small text-red-text">
          {shownError}
        </p>
      )}
    </div>
  );
}
