import type { ReactNode } from 'react';

/** Props of sheets and dialogs. They are controlled by `open`; back, Esc, a swipe or a press outside call `onClose`. */
export type OverlayProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What has the focus first; the first button otherwise. */
  initialFocus?: () => HTMLElement | null | undefined;
  children?: ReactNode;
  /** Stays in view under the scrolling content: a comment box, a row of buttons. */
  footer?: ReactNode;
};
