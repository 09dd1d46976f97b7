import { classNames } from '../styles/class-names.ts';

/**
 * A grey block in the shape of what is loading; give it its size. Decorative: put a status text beside it.
 * `data-loading` lets the layout hide the footer until the screen has its height.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      data-loading=""
      className={classNames(
        'animate-breathe',
        !className.includes('bg-') && 'bg-raised',
        !className.includes('rounded-') && 'rounded-small',
        className,
      )}
    />
  );
}
