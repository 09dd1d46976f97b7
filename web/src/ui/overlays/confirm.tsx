import type { ConfirmProps } from './confirm-panel.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';

/** Asks before something that cannot be undone. */
export const Confirm = lazyOverlay<ConfirmProps>(async () => (await import('./confirm-panel.tsx')).ConfirmPanel);
