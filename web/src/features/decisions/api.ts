import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { retryTransient } from '../../lib/query/query.ts';
import { toast } from '../../lib/screen/toast.ts';

export const previewsKey = ['decision-previews'] as const;

/**
 * Previews what a decision would do, and tells what was decided before.
 * @param dialog the id of the dialog: each has a preview of its own, or it would start with the one of an earlier dialog
 */
export const previewQuery = (proposal: CallInput<'preview_decision'>, dialog: string) =>
  queryOptions({
    queryKey: [...previewsKey, dialog],
    queryFn: ({ signal }) => api.preview_decision(proposal, { signal }),
    staleTime: 0,
    gcTime: 0,
    // The dialog shows the failure.
    meta: { failed: null },
  });

/** Takes back one's own decision, for ten seconds. A retry changes nothing. */
export const undoDecision = mutationOptions({
  mutationFn: ({ id }: { id: string; about: string }) => api.undo_decision({ decision_id: id }),
  retry: retryTransient,
  onSuccess: (_undone, { about }) =>
    toast.success('Keputusan dibatalkan. Semua kembali seperti semula.', { description: about }),
  // Any screen may show things that a decision hides or brings back.
  onSettled: (_decision, _error, _id, _context, { client }) => void client.invalidateQueries(),
  meta: { failed: 'Gagal mengurungkan: {detail}' },
});
