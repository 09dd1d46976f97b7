import type { CallInput } from '@lapau/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';

/** What was opened: a stall's page, or a dish of it. */
export type View = CallInput<'record_view'>;

/**
 * Counts that a stall or a dish was opened. Nobody waits for it, and a failure shows nothing and is not tried again: it is the
 * cook's figure, not the reader's business, and one view less harms nobody.
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
      // Not a seller, or without a stall.
      if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'warung_not_found')) return null;
      throw error;
    }
  },
  staleTime: staleTimeMs,
  meta: { failed: 'Gagal memuat angka.' },
});
