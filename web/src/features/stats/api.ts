import type { CallInput } from '@lapau/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';

/** A view of a stall's page, or of a dish. */
export type View = CallInput<'record_view'>;

/**
 * Counts that a stall or a dish was opened. Nobody waits for the request, and after a failure nothing shows and nothing is tried
 * again: the figure is the cook's, not the reader's, and one view less harms nobody.
 */
export function recordView(view: View): void {
  if (navigator.onLine) api.record_view(view).catch(() => undefined);
}

const staleTimeMs = 60_000;

/** The last days of one's own stall; null when there is none. */
export const statsQuery = queryOptions({
  queryKey: ['warung-stats'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get_warung_stats({}, { signal });
    } catch (error) {
      // The person is not a seller, or has no stall.
      if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'warung_not_found')) return null;
      throw error;
    }
  },
  staleTime: staleTimeMs,
  meta: { failed: 'Gagal memuat angka.' },
});
