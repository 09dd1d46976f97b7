import { photoWidths } from '@lapau/contract/limits';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { savesData, subscribeToSaver } from '../../lib/device/data-saver.ts';
import { createLazyCode, useLazyCode } from '../../lib/device/lazy-code.ts';
import { imageVariant } from '../parts/image-variant.ts';
import { classNames } from '../styles/class-names.ts';

type PhotoProps = {
  /** URL of a stored image (1080 px) or of a local preview; without one the photo is shown as missing. */
  src: string | undefined;
  alt: string;
  /** ThumbHash of the image, base64. */
  placeholder?: string | undefined;
  /** Width divided by height; the space is reserved before anything has loaded. */
  ratio?: number;
  /** How wide it is shown, as in the HTML attribute. */
  sizes?: string;
  /** Whether the photo is on the first screen: it loads eagerly with high priority, and is decoded together with its surroundings. */
  first?: boolean;
  /** Shows only the placeholder, for a photo that is not needed yet. */
  deferred?: boolean;
  /** Whether the photo is darkened, as the thing cannot be had now. */
  dimmed?: boolean;
  className?: string;
};

/** A photo with a fixed ratio and a blurred placeholder, so that nothing shifts; a pattern replaces it if it cannot be shown. */
export function Photo({
  src,
  alt,
  placeholder,
  ratio = 1,
  sizes = '(min-width: 28rem) 28rem, 100vw',
  first = false,
  deferred = false,
  dimmed = false,
  className,
}: PhotoProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isSmall = useSyncExternalStore(subscribeToSaver, savesData, () => false) && !first;
  const blurred = usePlaceholder(placeholder);
  const isMissing = !src || src === brokenSrc;

  useEffect(() => {
    if (!brokenSrc) return;
    // On a poor connection most photos fail only because of it, and load once it is better.
    const retry = () => setBrokenSrc(undefined);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [brokenSrc]);

  if (isMissing) {
    return (
      <div
        style={{ aspectRatio: ratio }}
        className={classNames(
          '@container relative grid w-full place-items-center bg-woven text-center text-small text-muted',
          className,
        )}
      >
        {/* A thumbnail has no room for the text; Chromium before 105 cannot tell which is one. */}
        <span className="p-4 @max-[6rem]:sr-only not-supports-[container-type:inline-size]:sr-only">
          {alt && <span className="sr-only">{`${alt}: `}</span>}
          <span>Gambar tidak tersedia</span>
        </span>
      </div>
    );
  }
  return (
    <div
      style={{ aspectRatio: ratio, backgroundImage: blurred }}
      className={classNames(
        'relative w-full overflow-hidden bg-raised bg-cover bg-center',
        dimmed && 'opacity-50',
        className,
      )}
    >
      {deferred ? (
        <span className="sr-only">{alt}</span>
      ) : (
        <img
          // This attribute comes before src and srcset, as the browser starts loading when those are set.
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding={first ? 'sync' : 'async'}
          sizes={sizes}
          srcSet={sourceSet(src, isSmall)}
          src={isSmall ? imageVariant(src, 640) : src}
          alt={alt}
          draggable={false}
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

/** @param isSmall leaves out the largest variant; the photo of the first paint, which the page's head names, has all */
function sourceSet(src: string, isSmall: boolean): string | undefined {
  if (imageVariant(src, 320) === src) return undefined;
  const widths = isSmall ? photoWidths.filter((width) => width <= 640) : photoWidths;
  return widths.map((width) => `${imageVariant(src, width)} ${width}w`).join(', ');
}

/** The code that draws placeholders. It is not part of the first load, whose photo is there before any code. */
const thumbHashCode = createLazyCode(async () => (await import('thumbhash')).thumbHashToDataURL);

/** A ThumbHash (base64) as a CSS image of about 32 px; undefined if it is malformed, or its code is not there yet. */
export function usePlaceholder(hash: string | undefined): string | undefined {
  const state = useLazyCode(thumbHashCode, hash !== undefined);
  return useMemo(() => {
    if (!hash || state.status !== 'ready') return undefined;
    try {
      const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
      return `url(${state.code(bytes)})`;
    } catch {
      return undefined;
    }
  }, [hash, state]);
}
