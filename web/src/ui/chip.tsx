import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A choice among several, on or off. */
export function Chip({
  selected,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'> & { selected: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={selected}
      className={classNames(
        'min-h-11 shrink-0 rounded-full px-4 text-small font-semibold whitespace-nowrap transition-[transform,opacity] select-none active:scale-95 active:opacity-80',
        selected ? 'bg-gold text-on-gold' : 'bg-raised text-text ring-1 ring-line ring-inset',
        className,
      )}
    />
  );
}
