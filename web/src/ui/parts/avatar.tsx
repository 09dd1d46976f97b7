import { useState } from 'react';
import { classNames } from '../styles/class-names.ts';
import { imageVariant } from './image-variant.ts';
import { initials } from './initials.ts';

const sizes = {
  small: 'size-8 text-[calc(var(--spacing)*3.75)]',
  medium: 'size-11 text-[calc(var(--spacing)*4)]',
  header: 'size-16 text-[calc(var(--spacing)*5.5)]',
  large: 'size-24 text-[calc(var(--spacing)*7)]',
};
const backgrounds = ['bg-[#5b2a24]', 'bg-[#5a431a]', 'bg-[#27472f]', 'bg-[#2b3d4f]', 'bg-[#4a2c4a]'];

/** A person's or stall's picture, or their initials. Decorative: put the name beside it. */
export function Avatar({
  name,
  src,
  size = 'medium',
}: {
  name: string;
  src: string | null | undefined;
  size?: keyof typeof sizes;
}) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  // The initials stay within the circle, at any text setting of the phone or browser.
  const circleStyles = classNames('shrink-0 rounded-full [text-size-adjust:none]', sizes[size]);
  if (src && src !== brokenSrc) {
    return (
      <img
        src={imageVariant(src, 320)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBrokenSrc(src)}
        className={classNames(circleStyles, 'bg-raised object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(circleStyles, 'grid place-items-center overflow-clip font-semibold', backgroundOf(name))}
    >
      {initials(name)}
    </span>
  );
}

function backgroundOf(name: string): string | undefined {
  const sum = Array.from(name).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return backgrounds[sum % backgrounds.length];
}
