import { classNames } from './class-names.ts';

/**
 * A grey block in the shape of what is loading; give it its size. The screen's own text says that it loads.
 * `data-loading` tells the layout that the screen is not as long yet as it will be.
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
