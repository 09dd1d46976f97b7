import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { Link } from '../parts/link.tsx';
import { classNames } from '../styles/class-names.ts';
import { Photo } from './photo.tsx';

type CarouselProps = {
  /** What the photos show, such as the food's name. */
  name: string;
  images: readonly string[];
  /** ThumbHash of each image, base64. */
  placeholders?: readonly string[];
  ratio?: number;
  sizes?: string;
  /** Whether the carousel is on the first screen, so that the first photo loads eagerly. */
  first?: boolean;
  /** Darkens the photos, but not what is shown over them. */
  dimmed?: boolean;
  /** The path a tap on a photo opens. */
  to?: string;
  /** Called on a tap on a photo, in place of following a link. */
  onOpen?: (index: number) => void;
  /** Content over every photo, such as a price badge. */
  children?: ReactNode;
};

const slideStyles = 'relative w-full shrink-0 snap-center snap-always -outline-offset-2';

/** Photos side by side in a scroller that stops at each: swipe, arrow keys, and arrows and dots when there is more than one. */
export function Carousel({
  name,
  images,
  placeholders,
  ratio,
  sizes,
  first,
  dimmed,
  to,
  onOpen,
  children,
}: CarouselProps) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  // Photos beyond the next one load only when the reader swipes: most look at the first only, and data costs money.
  const [reached, setReached] = useState(0);
  const count = images.length;

  function updateCurrent() {
    const { scrollLeft, clientWidth } = track.current ?? { scrollLeft: 0, clientWidth: 1 };
    const index = Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth)));
    setCurrent(index);
    setReached((before) => Math.max(before, index + 1));
  }
  function show(index: number) {
    const target = (index + count) % count;
    setReached((before) => Math.max(before, target));
    track.current?.scrollTo({ left: target * track.current.clientWidth });
  }

  function slide(image: string | undefined, index: number) {
    const photo = (
      <Photo
        src={image}
        alt={count > 1 ? `${name}, foto ${index + 1} dari ${count}` : name}
        placeholder={placeholders?.[index]}
        ratio={ratio}
        sizes={sizes}
        first={first && index === 0}
        deferred={index > reached}
        dimmed={dimmed}
      />
    );
    const tabIndex = index === current ? undefined : -1;
    if (to) {
      return (
        <Link key={index} to={to} tabIndex={tabIndex} data-slide className={slideStyles}>
          <span className="sr-only">Lihat </span>
          {photo}
        </Link>
      );
    }
    return onOpen ? (
      <button
        key={index}
        type="button"
        aria-haspopup="dialog"
        tabIndex={tabIndex}
        data-slide
        onClick={() => onOpen(index)}
        className={`${slideStyles} block`}
      >
        <span className="sr-only">Perbesar </span>
        {photo}
      </button>
    ) : (
      <div key={index} className="w-full shrink-0 snap-center snap-always">
        {photo}
      </div>
    );
  }

  if (count <= 1) {
    return (
      <div className="relative">
        {slide(images[0], 0)}
        {children}
      </div>
    );
  }
  return (
    <div role="group" aria-roledescription="karusel" aria-label={`Foto ${name}`} className="relative isolate">
      <div
        ref={track}
        onScroll={updateCurrent}
        tabIndex={to || onOpen ? undefined : 0}
        // The scroller is `relative`, as hidden texts in it are positioned, and would otherwise widen the page instead.
        className="relative flex snap-x snap-mandatory scroll-smooth overflow-x-auto overscroll-x-contain no-scrollbar -outline-offset-2"
      >
        {images.map(slide)}
      </div>
      {children}
      <span className="absolute top-1/2 left-0 -translate-y-1/2">
        <IconButton
          onPhoto
          name="Foto sebelumnya"
          icon={<ChevronLeft className="size-5" />}
          onClick={() => show(current - 1)}
        />
      </span>
      <span className="absolute top-1/2 right-0 -translate-y-1/2">
        <IconButton
          onPhoto
          name="Foto berikutnya"
          icon={<ChevronRight className="size-5" />}
          onClick={() => show(current + 1)}
        />
      </span>
      <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5">
        {images.map((image, index) => (
          <span
            key={image}
            className={classNames(
              'size-2 rounded-full ring-1 ring-black/40 transition-opacity',
              index === current ? 'bg-gold' : 'bg-text opacity-60',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="sr-only">{`Foto ${current + 1} dari ${count}`}</p>
    </div>
  );
}
