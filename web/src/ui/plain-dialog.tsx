import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { useBackCloses } from './use-back-closes.ts';

type PlainDialogProps = {
  name: string;
  onClose: () => void;
  className: string;
  ref?: RefObject<HTMLDialogElement | null>;
  children: ReactNode;
};

/** An open modal dialog that needs no library: for what shows until an overlay's own code has loaded. */
export function PlainDialog({ name, onClose, className, ref, children }: PlainDialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // close() returns the focus to what opened the dialog.
    return () => shown?.close();
  }, [dialog]);
  return (
    // Esc reaches the dialog as its event `cancel`.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A press on the backdrop is one on the dialog itself.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classNames('text-text outline-none', className)}
    >
      {children}
    </dialog>
  );
}
