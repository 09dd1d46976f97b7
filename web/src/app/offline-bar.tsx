import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { formatTimeAgo } from '../lib/format/time.ts';
import { dateAdvice } from '../lib/signal-advice.ts';
import { useNow } from '../ui/use-now.ts';

const minuteMs = 60_000;

/**
 * Shows that there is no signal, and how old what is on the screen may be (D45, D83), or that the phone's date may be why nothing is
 * answered (D110). app.tsx tells it to screen readers, once.
 */
export function OfflineBar() {
  const client = useQueryClient();
  useNow();
  return (
    <div
      role="status"
      aria-live="off"
      data-covers="top"
      className="sticky top-0 z-30 h-(--offline-bar) truncate bg-raised px-2 pt-1 text-center text-small [text-size-adjust:none] text-muted"
    >
      {dateAdvice() ?? `Tidak ada sinyal. ${ageOfShown(client)}`}
    </div>
  );
}

/** Says how old the oldest data that is shown is, by the phone's clock, which has noted when it was fetched. */
function ageOfShown(client: QueryClient): string {
  const now = Date.now();
  const updatedAt = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.meta?.stored && query.queryKey[0] !== 'session')
    .reduce((oldest, { state }) => (state.dataUpdatedAt > 0 ? Math.min(oldest, state.dataUpdatedAt) : oldest), now);
  if (now - updatedAt < minuteMs) return 'Ini data terakhir.';
  return `Terakhir diperbarui ${formatTimeAgo(new Date(updatedAt).toISOString(), now).replace(' yang ', ' ')}.`;
}
