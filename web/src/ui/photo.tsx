import { photoWidths } from '@lapau/contract/limits';
import { useEffect, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { classNames } from './class-names.ts';
import { imageVariant } from './image-variant.ts';

interface PhotoProps {
  /** URL of a stored image (1080 px) or of a local preview; without one the photo is shown as missing. */
  src: string | undefined;
  alt: string;
  /** ThumbHash of the image, base64. */
  placeholder?: string | undefined;
  /** Width by height; the space is taken before anything is loaded. */
  ratio?: number;
  /** How wide it is shown, as in the HTML attribute. */
  sizes?: string;
  /** On the first screen: loaded at once, before others, and drawn together with what stands around it. */
  first?: boolean;
  /** Shows only the placeholder, for a photo that nobody looks at yet. */
  held?: boolean;
  className?: string;
}

/** A photo that never jumps: fixed ratio, blurred placeholder at once, and a woven mat where it cannot be shown. */
export function Photo({
  src,
  alt,
  placeholder,
  ratio = 1,
  sizes = '(min-width: 28rem) 28rem, 100vw',
  first = false,
  held = false,
  className,
}: PhotoProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const blurred = useMemo(() => placeholderImage(placeholder), [placeholder]);
  const isMissing = !src || src === brokenSrc;

  useEffect(() => {
    if (!brokenSrc) return;
    // On a poor line most photos break with the connection and can be had again with it.
    const retry = () => setBrokenSrc(undefined);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [brokenSrc]);

  if (isMissing) {
    return (
      <div
        style={{ aspectRatio: ratio }}
        className={classNames(
          '@container grid w-full place-items-center bg-woven text-center text-small text-muted',
          className,
        )}
      >
        {/* A thumbnail has no room for it. */}
        <span className="p-4 @max-[6rem]:sr-only">
          {alt && <span className="sr-only">{alt}: </span>}
          Gambar tidak tersedia
        </span>
      </div>
    );
  }
  return (
    <div
      style={{ aspectRatio: ratio, backgroundImage: blurred }}
      className={classNames('w-full overflow-hidden bg-raised bg-cover bg-center', className)}
    >
      {held ? (
        <span className="sr-only">{alt}</span>
      ) : (
        <img
          // Before src and srcset, so that the browser knows how to load them when it meets them.
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding={first ? 'sync' : 'async'}
          sizes={sizes}
          srcSet={sourceSet(src)}
          src={src}
          alt={alt}
          draggable={false}
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

function sourceSet(src: string): string | undefined {
  if (imageVariant(src, 320) === src) return undefined;
  return photoWidths.map((width) => `${imageVariant(src, width)} ${width}w`).join(', ');
}

/** A ThumbHash as a CSS image of about 32 px; a broken hash is no placeholder. */
function placeholderImage(hash: string | undefined): string | undefined {
  if (!hash) return undefined;
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)))})`;
  } catch {
    return undefined;
  }
}
