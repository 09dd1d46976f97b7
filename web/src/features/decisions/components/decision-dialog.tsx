import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { DecisionPanelProps } from './decision-panel.tsx';

/** Asks an admin before something is decided. */
export const DecisionDialog = lazyOverlay<DecisionPanelProps>(
  async () => (await import('./decision-panel.tsx')).DecisionPanel,
  undefined,
  'admin',
);
