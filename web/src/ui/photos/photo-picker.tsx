import { Camera, ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { photoTypes } from '../../lib/uploads/chosen-file.ts';
import { useChosenFiles } from '../../lib/uploads/use-chosen-files.ts';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../styles/class-names.ts';

type PhotoPickerProps = {
  /** Whether the picker is smaller, as there are photos already. */
  compact?: boolean;
  /** The number of photos that are taken, if several may be chosen at once. */
  room?: number;
  error?: string;
  /** Called with a copy of each photo, which nothing else changes or removes any more. */
  onPick: (file: File) => void;
  /** Called when more were chosen than there is room for. */
  onTooMany?: () => void;
};

/** Takes photos from the camera or the gallery; on a desktop they may also be dropped here. It refuses unreadable files itself. */
export function PhotoPicker({ compact = false, room, error, onPick, onTooMany }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const { choose, isReading, refusal } = useChosenFiles(onPick);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    pick(event.dataTransfer.files);
  }
  function pick(files: FileList | null) {
    if (!files || files.length === 0) return;
    if (room !== undefined && files.length > room) onTooMany?.();
    void choose([...files].slice(0, room ?? 1));
  }
  const input = {
    type: 'file',
    hidden: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      pick(event.target.files);
      // Without this, choosing the same photo again, after it was removed, would fire no event.
      event.target.value = '';
    },
  } as const;
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'grid place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed p-4 text-center transition-[opacity]',
        !compact && 'min-h-56',
        isOver ? 'border-gold' : error ? 'border-red' : 'border-line',
      )}
    >
      {!compact && <ImagePlus aria-hidden="true" className="size-10 text-muted" />}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="quiet"
          icon={<Camera aria-hidden="true" className="size-5" />}
          isLocal
          busy={isReading}
          onClick={() => camera.current?.click()}
          className="pointer-fine:hidden"
        >
          Kamera
        </Button>
        <Button
          variant="quiet"
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
          isLocal
          busy={isReading}
          busyText="Membuka foto..."
          aria-describedby={hintId}
          aria-invalid={error ? true : undefined}
          onClick={() => gallery.current?.click()}
        >
          Pilih foto
        </Button>
      </div>
      <p id={hintId} className="text-small text-muted">
        PNG, JPG, GIF up to 10MB
      </p>
      <p role="alert" className="text-small text-red-text empty:hidden">
        {refusal}
      </p>
      <input ref={camera} {...input} accept="image/*" capture="environment" />
      <input ref={gallery} {...input} accept={photoTypes()} multiple={room !== undefined} />
    </div>
  );
}
