import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { ReportPanelProps } from './report-panel.tsx';

/** Asks why a post or a comment is reported. */
export const ReportDialog = lazyOverlay<ReportPanelProps>(async () => (await import('./report-panel.tsx')).ReportPanel);
