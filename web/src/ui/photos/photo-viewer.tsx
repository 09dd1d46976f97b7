import { lazyOverlay } from '../overlays/lazy-overlay.tsx';
import type { PhotoViewerProps } from './photo-viewer-panel.tsx';

/** Photos over the whole screen, to look at closely. */
export const PhotoViewer = lazyOverlay<PhotoViewerProps>(
  async () => (await import('./photo-viewer-panel.tsx')).PhotoViewerPanel,
);
