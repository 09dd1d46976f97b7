import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Ref } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { useBackCloses } from '../overlays/use-back-closes.ts';
import { usePlaceholder } from './photo.tsx';
import { usePhotoGestures } from './use-photo-gestures.ts';

export type PhotoViewerProps = {
  open: boolean;
  onClose: () => void;
  /** What the photos show. */
  name: string;
  images: readonly string[];
  /** ThumbHash of each image, base64. */
  placeholders?: readonly string[];
  /** The photo that is shown first. */
  start: number;
};

export function PhotoViewerPanel({ open, onClose, ...photos }: PhotoViewerProps) {
  useBackCloses(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-0 z-40 overflow-hidden transition-opacity duration-150 outline-none select-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Dialog.Title className="sr-only">{`Foto ${photos.name}`}</Dialog.Title>
          <span className="absolute top-[calc(0.5rem+env(safe-area-inset-top))] right-2 z-1">
            <Dialog.Close render={<IconButton onPhoto name="Tutup" icon={<X className="size-6" />} />} />
          </span>
          <Stage {...photos} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The photos side by side, one at a time; mounted with each opening, so that it starts unzoomed. */
function Stage({ name, images, placeholders, start, onClose }: Omit<PhotoViewerProps, 'open'>) {
  const [wanted, setWanted] = useState(start);
  const count = images.length;
  // A photo may be removed from the post while the viewer is open.
  const current = Math.min(wanted, count - 1);
  const show = (index: number) => setWanted(Math.min(count - 1, Math.max(0, index)));
  const { handlers, track, photo, zoomTo } = usePhotoGestures({ current, count, onShow: show, onClose });

  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') show(current + 1);
    else if (key === 'ArrowLeft') show(current - 1);
    else if (key === '+' || key === '=') zoomTo(2.5);
    else if (key === '-' || key === '0') zoomTo(1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <div
        {...handlers}
        role="group"
        aria-roledescription="karusel"
        aria-label={`Foto ${name}`}
        className="size-full touch-none overflow-hidden"
      >
        <div ref={track} className="flex size-full transition-transform duration-200 ease-out">
          {images.map((image, index) => {
            // The neighbours are loaded too, as they show while one swipes.
            const isNear = Math.abs(index - current) <= 1;
            return (
              <div key={image} aria-hidden={index !== current} className="size-full shrink-0 overflow-hidden">
                {isNear && (
                  <Slide
                    ref={index === current ? photo : undefined}
                    image={image}
                    alt={count > 1 ? `${name}, foto ${index + 1} dari ${count}` : name}
                    placeholder={placeholders?.[index]}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {count > 1 && (
        <>
          <p
            aria-live="polite"
            className="pointer-events-none absolute top-[calc(1rem+env(safe-area-inset-top))] left-4 rounded-full bg-background/70 px-2.5 text-small font-semibold tabular-nums"
          >
            <span className="sr-only">Foto </span>
            <span>{current + 1}</span> <span aria-hidden="true">/</span>
            <span className="sr-only">dari</span> <span>{count}</span>
          </p>
          <span className="absolute top-1/2 left-1 -translate-y-1/2">
            <IconButton
              onPhoto
              name="Foto sebelumnya"
              icon={<ChevronLeft className="size-6" />}
              disabled={current === 0}
              onClick={() => show(current - 1)}
            />
          </span>
          <span className="absolute top-1/2 right-1 -translate-y-1/2">
            <IconButton
              onPhoto
              name="Foto berikutnya"
              icon={<ChevronRight className="size-6" />}
              disabled={current === count - 1}
              onClick={() => show(current + 1)}
            />
          </span>
        </>
      )}
    </>
  );
}

type SlideProps = {
  ref: Ref<HTMLDivElement> | undefined;
  image: string;
  alt: string;
  placeholder: string | undefined;
};

function Slide({ ref, image, alt, placeholder }: SlideProps) {
  const [isBroken, setIsBroken] = useState(false);
  const blurred = usePlaceholder(placeholder);
  if (isBroken) {
    return (
      <div role="img" aria-label={alt} className="grid size-full place-items-center bg-woven text-small text-muted">
        Gambar tidak tersedia
      </div>
    );
  }
  return (
    <div
      ref={ref}
      style={{ backgroundImage: blurred }}
      className="size-full bg-contain bg-center bg-no-repeat transition-transform duration-200 ease-out will-change-transform"
    >
      <img
        src={image}
        alt={alt}
        decoding="async"
        draggable={false}
        onError={() => setIsBroken(true)}
        className="size-full object-contain"
      />
    </div>
  );
}
