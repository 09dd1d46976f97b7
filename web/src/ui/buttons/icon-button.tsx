import type { ComponentProps, ReactNode } from 'react';
import { useTooltip } from '../parts/tooltip.tsx';
import type { TooltipHandlers } from '../parts/tooltip.tsx';
import { classNames } from '../styles/class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'name' | 'aria-label' | keyof TooltipHandlers> & {
  /** What it does, in Indonesian: its accessible name and its tooltip. */
  name: string;
  icon: ReactNode;
  /** Shown over the icon, such as a count. */
  children?: ReactNode;
  /** Whether the button is on a photo: a dark disc keeps it visible on any picture. */
  onPhoto?: boolean;
};

/** A 44 px button with only an icon. Pass `aria-pressed` to make it a toggle button. */
export function IconButton({
  name,
  icon,
  onPhoto = false,
  type = 'button',
  className,
  children,
  ...rest
}: IconButtonProps) {
  const { handlers, bubble } = useTooltip(name);
  return (
    <button
      {...rest}
      {...handlers}
      type={type}
      aria-label={name}
      className={classNames(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-full -outline-offset-2 transition-[transform,opacity] select-none active:scale-90 active:opacity-70 disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45',
        onPhoto
          ? 'text-text before:absolute before:inset-1.5 before:-z-1 before:rounded-full before:bg-background/70 hover:before:bg-background isolate'
          : 'hover:bg-raised',
        className,
      )}
    >
      {icon}
      {children}
      {bubble}
    </button>
  );
}
