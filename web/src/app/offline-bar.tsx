import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { formatTimeAgo } from '../lib/format/time.ts';
import { dateAdvice } from '../lib/network/signal-advice.ts';
import { useNow } from '../ui/parts/use-now.ts';

const minuteMs = 60_000;

type OfflineBarProps = {
  isOffline: boolean;
  /** The sentence about something that the device has not stored; undefined while there is nothing of the kind. */
  unkept: string | undefined;
};

/** How high it is, for what stands below it. */
export const offlineBarHeight = ({ isOffline, unkept }: OfflineBarProps): string =>
  `${(isOffline ? 2 : 0) + (unkept ? 2 : 0)}rem`;

/**
 * Shows that there is no signal, and how old what is on the screen may be (D45, D83), or that the phone's date may be why nothing is
 * answered (D110), and that something would be gone with this page (D132). app.tsx tells it to screen readers, once.
 */
export function OfflineBar({ isOffline, unkept }: OfflineBarProps) {
  const client = useQueryClient();
  useNow();
  return (
    <div
      role="status"
      aria-live="off"
      data-covers="top"
      className="sticky top-0 z-30 h-(--offline-bar) bg-raised text-center text-small [text-size-adjust:none] text-muted *:h-8 *:truncate *:px-2 *:pt-1"
    >
      {unkept && <p className="text-gold">{unkept}</p>}
      {isOffline && <p>{dateAdvice() ?? `Tidak ada sinyal. ${ageOfShown(client)}`}</p>}
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
