import type { ReactNode } from 'react';

/** What sheets and dialogs share. The caller keeps `open`; back, Esc, a swipe or a press outside call `onClose`. */
export interface OverlayProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** Stays in view under the scrolling content: a comment box, a row of buttons. */
  footer?: ReactNode;
}
