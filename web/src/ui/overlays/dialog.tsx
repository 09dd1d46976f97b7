import { lazyOverlay } from './lazy-overlay.tsx';
import type { OverlayProps } from './overlay-props.ts';

/** A dialog in the middle of the screen. */
export const Dialog = lazyOverlay<OverlayProps>(async () => (await import('./dialog-panel.tsx')).DialogPanel);
