import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonStyles } from './button-styles.ts';
import type { ButtonVariant } from './button-styles.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Shows a spinner, keeps the focus and ignores presses. */
  busy?: boolean;
  /** The button's text while busy, such as 'Menyimpan...'. */
  busyText?: string;
};

export function Button({
  variant = 'primary',
  type = 'button',
  icon,
  busy = false,
  busyText,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // A form's submit button submits by its click, so stopping the click stops a second submit too.
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classNames(buttonStyles(variant), busy && 'aria-disabled:opacity-80', className)}
    >
      {busy ? <Spinner /> : icon}
      <span role={busy ? 'status' : undefined}>{(busy && busyText) || children}</span>
    </button>
  );
}
