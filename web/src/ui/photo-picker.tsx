import { limits } from '@lapau/contract/limits';
import { Camera, ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { copyChosen, unreadablePhoto } from '../lib/chosen-file.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type PhotoPickerProps = {
  /** Smaller, where there are photos already. */
  compact?: boolean;
  multiple?: boolean;
  error?: string;
  /** Called with copies of the photos, which nothing else changes or removes any more. */
  onPick: (files: File[]) => void;
};

/** Takes photos from the camera or the gallery; on a desktop they may also be dropped here. What cannot be read it refuses itself. */
export function PhotoPicker({ compact = false, multiple = false, error, onPick }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [isUnreadable, setIsUnreadable] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void pick(event.dataTransfer.files);
  }
  async function pick(files: FileList | null) {
    if (!files || files.length === 0) return;
    // One more than are taken, so that whoever takes them can say that there are too many.
    const chosen = [...files].slice(0, limits.photosPerPost + 1);
    setIsReading(true);
    const copies: File[] = [];
    // One after another, as each is whole in memory meanwhile.
    for (const file of chosen) {
      const copy = await copyChosen(file);
      if (copy) copies.push(copy);
    }
    setIsReading(false);
    setIsUnreadable(copies.length < chosen.length);
    if (copies.length > 0) onPick(copies);
  }
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      void pick(event.target.files);
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
        {isUnreadable && unreadablePhoto}
      </p>
      <input ref={camera} {...input} capture="environment" />
      <input ref={gallery} {...input} multiple={multiple} />
    </div>
  );
}
