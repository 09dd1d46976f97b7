import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonStyles } from './button-styles.ts';
import type { ButtonVariant } from './button-styles.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** At work: shows a spinner and keeps the focus, but acts on no press. */
  busy?: boolean;
  /** What the button says while busy, such as 'Menyimpan...'. */
  busyText?: string;
}

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
