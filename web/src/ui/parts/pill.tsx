import type { ComponentProps } from 'react';
import { classNames } from '../styles/class-names.ts';

/** A quiet floating button over a list, such as 'Postingan baru'. The caller places it. */
export function Pill({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-full bg-raised px-4 text-small font-semibold text-gold shadow-lg ring-1 shadow-black/40 ring-line transition-[transform,opacity] ring-inset select-none hover:bg-fill active:scale-95 active:opacity-80',
        className,
      )}
    />
  );
}
