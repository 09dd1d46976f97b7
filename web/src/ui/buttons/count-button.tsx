import type { ComponentProps, ReactNode } from 'react';
import { formatShortCount } from '../../lib/format/count.ts';
import { classNames } from '../styles/class-names.ts';

type CountButtonProps = Omit<ComponentProps<'button'>, 'name' | 'aria-label' | 'type'> & {
  /** What it does and how many there are, in Indonesian: 'Suka, 12.345 suka'. */
  name: string;
  icon: ReactNode;
  count: number;
};

/** A button of 44 px with an icon and, from one on, how many there are. */
export function CountButton({ name, icon, count, className, ...rest }: CountButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={name}
      className={classNames(
        'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 text-small font-semibold tabular-nums -outline-offset-2 transition-[transform,opacity] select-none hover:bg-raised active:scale-90 active:opacity-70',
        className,
      )}
    >
      {icon}
      {count > 0 && <span>{formatShortCount(count)}</span>}
    </button>
  );
}
