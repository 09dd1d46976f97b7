import { ZoomIn } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { edgeOf, maxZoom, paintCrop, within } from './crop.ts';
import type { Crop } from './crop.ts';
import { useCropPointers } from './use-crop-pointers.ts';

/** Edge of the preview's canvas in pixels: sharp on a phone's screen. */
const previewEdge = 640;

interface CropperProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Shows which square of a picture is kept; the circle is what others will see. */
export function Cropper({ picture, crop, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useCropPointers(picture, crop, onChange);
  useEffect(() => {
    if (canvas.current) paintCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const change = (part: Partial<Crop>) => onChange(within(picture, { ...crop, ...part }));
  const half = edgeOf(picture, crop) / 2;
  /** What dragging does, for the keyboard and screen readers. */
  const mover = (name: string, axis: 'x' | 'y', length: number) => (
    <input
      type="range"
      aria-label={name}
      min={half}
      max={length - half}
      step={half / 10}
      value={crop[axis]}
      onChange={(event) => change({ [axis]: Number(event.target.value) })}
      className="sr-only"
    />
  );
  return (
    <div className="grid gap-2">
      <div
        {...pointers}
        className="relative mx-auto w-full max-w-[min(20rem,45dvh)] cursor-move touch-none overflow-hidden rounded-card select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
      >
        <canvas ref={canvas} width={previewEdge} height={previewEdge} className="block aspect-square w-full" />
        <span
          aria-hidden="true"
          className="absolute inset-0 rounded-full shadow-[0_0_0_20rem_rgb(0_0_0/0.55)] ring-2 ring-text/80 ring-inset"
        />
        {mover('Geser mendatar', 'x', picture.width)}
        {mover('Geser tegak', 'y', picture.height)}
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <ZoomIn aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="sr-only">Perbesar</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => change({ zoom: Number(event.target.value) })}
          className="h-11 min-w-0 flex-1 accent-gold"
        />
      </label>
      <p className="text-small text-muted">Seret foto untuk menggesernya.</p>
    </div>
  );
}
