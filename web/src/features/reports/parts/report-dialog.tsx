import { lazy, Suspense } from 'react';
import { useOnceOpen } from '../../../ui/use-once-open.ts';
import type { ReportPanelProps } from './report-panel.tsx';

const Panel = lazy(async () => ({ default: (await import('./report-panel.tsx')).ReportPanel }));

/** Asks why a post or a comment is reported. Its code is loaded when it first opens. */
export function ReportDialog(props: ReportPanelProps) {
  const wanted = useOnceOpen(props.open);
  return <Suspense>{wanted && <Panel {...props} />}</Suspense>;
}
