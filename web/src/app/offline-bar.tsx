import { useQueryClient } from '@tanstack/react-query';
import { formatTimeAgo } from '../lib/format/time.ts';
import { useNow } from '../ui/use-now.ts';

const minuteMs = 60_000;

/** Shows that there is no signal, and how old what is on the screen may be (D45, D83). app.tsx tells it to screen readers, once. */
export function OfflineBar() {
  const now = useNow();
  const updatedAt = useQueryClient()
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.meta?.stored && query.queryKey[0] !== 'session')
    .reduce((oldest, { state }) => (state.dataUpdatedAt > 0 ? Math.min(oldest, state.dataUpdatedAt) : oldest), now);
  const age = formatTimeAgo(new Date(updatedAt).toISOString()).replace(' yang ', ' ');
  return (
    <div
      role="status"
      aria-live="off"
      data-covers="top"
      className="sticky top-0 z-30 h-(--offline-bar) truncate bg-raised px-4 pt-1 text-center text-small [text-size-adjust:none] text-muted"
    >
      Tidak ada sinyal. {now - updatedAt < minuteMs ? 'Ini data terakhir.' : `Terakhir diperbarui ${age}.`}
    </div>
  );
}
