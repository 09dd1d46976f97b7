import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { chatKey } from './api-unread.ts';

/** A cook's own short answers to questions about dishes, in their order; the device keeps them for when there is no signal. */
export const quickRepliesQuery = queryOptions({
  queryKey: [...chatKey, 'quick-replies'],
  queryFn: ({ signal }) => api.get_quick_replies({}, { signal }),
  // The chat does without them.
  meta: { failed: null, isOptional: true, stored: true },
});

/** Replaces them. A version conflict is shown by the form. */
export const saveQuickReplies = mutationOptions({
  mutationFn: (input: CallInput<'set_quick_replies'>) => api.set_quick_replies(input),
  onSuccess: async (saved, _input, _context, { client }) => {
    await client.cancelQueries(quickRepliesQuery);
    client.setQueryData(quickRepliesQuery.queryKey, saved);
  },
  meta: { failed: 'Gagal menyimpan jawaban cepat.', failedBy: { version_conflict: null } },
});
