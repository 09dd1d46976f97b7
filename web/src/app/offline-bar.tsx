import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { formatTimeAgo } from '../lib/format/time.ts';
import { dateAdvice } from '../lib/network/signal-advice.ts';
import { useNow } from '../ui/parts/use-now.ts';

const minuteMs = 60_000;

type OfflineBarProps = {
  isOffline: boolean;
  /** The sentence about input that the device has not stored; undefined some seconds after all is stored. */
  unkept: string | undefined;
};

/** The height of the bar, for elements below it. */
export const offlineBarHeight = ({ isOffline, unkept }: OfflineBarProps): string =>
  `${(isOffline ? 2 : 0) + (unkept ? 2 : 0)}rem`;

/**
 * Shows one of three things: that there is no signal, and how old the data on the screen may be (D45, D83); that the phone's date may be
 * the reason why nothing is answered (D110); or that input would be gone with this page (D132). app.tsx tells it to screen readers, once.
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

/** Says how old the oldest shown data is, by the phone's clock, which also gave the time of fetching. */
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
