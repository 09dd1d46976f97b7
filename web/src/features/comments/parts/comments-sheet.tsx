import { lazy, Suspense } from 'react';
import { useOnceOpen } from '../../../ui/use-once-open.ts';
import type { CommentsPanelProps } from './comments-panel.tsx';

const load = () => import('./comments-panel.tsx');
const Panel = lazy(async () => ({ default: (await load()).CommentsPanel }));

/** Fetches the code of the comments, so that they open at once. */
export const preloadComments = (): Promise<unknown> => load();

/** A post's comments in a sheet from the bottom. Their code is loaded when they first open. */
export function CommentsSheet(props: CommentsPanelProps) {
  const wanted = useOnceOpen(props.open);
  return <Suspense>{wanted && <Panel {...props} />}</Suspense>;
}
