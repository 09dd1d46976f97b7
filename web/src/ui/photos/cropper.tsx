import { ZoomIn } from 'lucide-react';
import { useState } from 'react';
import EasyCrop from 'react-easy-crop';
import type { Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';

const maxZoom = 4;

type CropperProps = {
  /** Address of the picture. */
  image: string;
  /** Width divided by height of the crop area. */
  aspect: number;
  shape: 'rect' | 'round';
  /** Called with the crop area in the picture's pixels, at first and after every change. */
  onChange: (area: Area) => void;
};

/** Crops a picture: drag or arrow keys to move, pinch or the slider to zoom. */
export function Cropper({ image, aspect, shape, onChange }: CropperProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="grid gap-2">
      <div
        style={{ aspectRatio: Math.max(aspect, 1) }}
        className="relative mx-auto w-full max-w-[max(20rem,45dvh)] overflow-hidden rounded-card bg-raised focus-visible-within:outline-2 focus-visible-within:outline-offset-2 focus-visible-within:outline-gold"
      >
        <EasyCrop
          image={image}
          aspect={aspect}
          cropShape={shape}
          crop={position}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          objectFit="cover"
          showGrid={false}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(_percentages, area) => onChange(area)}
          cropperProps={{ 'aria-label': 'Bagian foto yang dipakai', role: 'group' }}
          mediaProps={{ alt: '' }}
          disableAutomaticStylesInjection
        />
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <ZoomIn aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="sr-only">Perbesar</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 accent-gold"
        />
      </label>
      <p className="text-small text-muted">Seret foto untuk menggesernya.</p>
    </div>
  );
}
