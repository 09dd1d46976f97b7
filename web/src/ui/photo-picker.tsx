import { Camera, ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type PhotoPickerProps = {
  /** Smaller, where there are photos already. */
  compact?: boolean;
  multiple?: boolean;
  error?: string;
  onPick: (files: File[]) => void;
};

/** Takes photos from the camera or the gallery; on a desktop they may also be dropped here. */
export function PhotoPicker({ compact = false, multiple = false, error, onPick }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    pick(event.dataTransfer.files);
  }
  function pick(files: FileList | null) {
    if (files && files.length > 0) onPick([...files]);
  }
  const input = {
    type: 'file',
    accept: 'image/*',
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
          onClick={() => camera.current?.click()}
          className="pointer-fine:hidden"
        >
          Kamera
        </Button>
        <Button
          variant="quiet"
          icon={<ImagePlus aria-hidden="true" className="size-5" />}
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
      <input ref={camera} {...input} capture="environment" />
      <input ref={gallery} {...input} multiple={multiple} />
    </div>
  );
}
