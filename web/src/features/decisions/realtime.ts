import type { CallInput } from '@lapau/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { previewsKey } from './api.ts';

/** Shows in an open question what another admin decides meanwhile. */
export function useDecisionRealtime({ subject_type: type, subject_id: id }: CallInput<'preview_decision'>): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal((signal) => {
    const isOfDesk =
      signal.type === 'users_changed' || signal.type === 'applications_changed' || signal.type === 'reports_changed';
    // The desk gets no signal about a post that nobody has reported.
    const isOfPost = type === 'post' && signal.type === 'feed_changed' && signal.post_id === id;
    const isOfThread = type === 'comment' && signal.type === 'comments_changed';
    if (isOfDesk || isOfPost || isOfThread) refresh(client, previewsKey);
  });
}
