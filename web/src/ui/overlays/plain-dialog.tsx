import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../styles/class-names.ts';
import { useBackCloses } from './use-back-closes.ts';

type PlainDialogProps = {
  name: string;
  onClose: () => void;
  className: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** Chromium has popovers since 114. */
const hasPopovers = () => 'popover' in HTMLElement.prototype;

/**
 * An open dialog that needs no library: for what shows until an overlay's own code has loaded. It is a popover, as showing
 * a modal dialog makes the whole page inert, which takes a small phone longer than a tap may. Where the browser has no popovers it
 * stands where other overlays do (app/styles.css).
 */
export function PlainDialog({ name, onClose, className, ref, children }: PlainDialogProps) {
  const own = useRef<HTMLDivElement>(null);
  const dialog = ref ?? own;
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showPopover?.();
    dialog.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [dialog]);
  const plain = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={dialog}
      role="dialog"
      aria-modal="true"
      aria-label={name}
      popover="manual"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      // A popover's backdrop takes no presses: this one does, as part of the dialog itself.
      className={classNames('text-text outline-none before:fixed before:inset-0 before:-z-1', className)}
    >
      {children}
    </div>
  );
  return hasPopovers() ? plain : createPortal(plain, document.body);
}
