import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../parts/spinner.tsx';
import { useButtonWaitingText } from '../parts/use-long-wait.ts';
import { classNames } from '../styles/class-names.ts';
import { buttonStyles } from './button-styles.ts';
import type { ButtonVariant } from './button-styles.ts';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Shows a spinner, keeps the focus and ignores presses. */
  busy?: boolean;
  /** The button's text while busy, such as 'Menyimpan...'; after some seconds a longer text tells what the button waits for. */
  busyText?: string;
  /** Whether the phone itself works, or the work has a progress of its own: the text while busy then stays. */
  isLocal?: boolean;
};

export function Button({
  variant = 'primary',
  type = 'button',
  icon,
  busy = false,
  busyText,
  isLocal = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const waitingText = useButtonWaitingText(busy && !isLocal);
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
      className={classNames(buttonStyles(variant), className)}
    >
      {busy ? <Spinner /> : icon}
      <span aria-live={busy ? 'polite' : undefined}>{waitingText ?? ((busy && busyText) || children)}</span>
    </button>
  );
}
