import type { ReactNode } from 'react';

/** Props of sheets and dialogs. They are controlled by `open`; back, Esc, a swipe or a press outside call `onClose`. */
export type OverlayProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The element that gets the focus first; the first button otherwise. */
  initialFocus?: () => HTMLElement | null | undefined;
  children?: ReactNode;
  /** Content that stays in view under the scrolling content: a comment box, a row of buttons. */
  footer?: ReactNode;
};
