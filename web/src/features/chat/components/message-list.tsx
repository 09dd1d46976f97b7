import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { formatDay } from '../../../lib/format/day.ts';
import { Pill } from '../../../ui/parts/pill.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import type { ThreadRow } from './thread-rows.ts';

type MessageListProps = {
  name: string;
  rows: readonly ThreadRow[];
  renderMessage: (row: Extract<ThreadRow, { type: 'message' }>) => ReactNode;
  /** Unread messages below what is on the screen. */
  unreadBelow: number;
  /** Whether there are messages after the last row. */
  hasNewer: boolean;
  /** Called when the reader comes near the first or the last row. */
  onNearEdge: (side: 'older' | 'newer') => void;
  /** Called with the last message that is on the screen. */
  onSeen: (sequence: number) => void;
  /** Shows the newest messages. */
  onJumpToNewest: () => Promise<void>;
};

/** When this many rows are left above or below the screen, the next page is fetched. */
const nearRows = 8;
const atEndPx = 60;
const paddingStart = 12;
/** The pixels that stay visible above the line where the unread messages begin. */
const aboveUnread = 56;

/**
 * The messages of a conversation; only those near the screen are in the page. The message being read stays where it is when
 * others are added before or after it; at the end the list follows new ones.
 */
export function MessageList({
  name,
  rows,
  renderMessage,
  unreadBelow,
  hasNewer,
  onNearEdge,
  onSeen,
  onJumpToNewest,
}: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow();
  const isOnScreen = useOnScreen();
  // The last missing page below leaves the reader in place; the list follows new messages only after that.
  const [isFollowing, setIsFollowing] = useState(!hasNewer);
  useLayoutEffect(() => setIsFollowing(!hasNewer), [hasNewer]);
  // The hook renders the list again whenever it scrolls.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => estimatedHeight(rows[index]),
    overscan: 10,
    paddingStart,
    scrollPaddingStart: aboveUnread,
    // The first rendered rows are those where the list opens: others would be measured, fetched and marked as read in vain.
    initialOffset: () => openingOffset(rows),
    anchorTo: 'end',
    followOnAppend: isFollowing,
    scrollEndThreshold: atEndPx,
  });
  const shown = list.getVirtualItems();
  const isAtEnd = !hasNewer && list.isAtEnd(atEndPx);

  const goToStart = useEffectEvent(() => {
    const unread = rows.findIndex(({ type }) => type === 'unread');
    if (unread === -1) list.scrollToEnd();
    else list.scrollToIndex(unread, { align: 'start' });
  });
  useLayoutEffect(() => goToStart(), []);

  const goToNewest = () => {
    list.scrollToEnd();
    if (hasNewer) void onJumpToNewest().then(() => list.scrollToEnd());
  };

  // One's own new message is shown wherever one was reading.
  const last = rows.at(-1);
  const newestOwn = last?.type === 'message' && last.message.entryId ? last.key : null;
  const lastOwn = useRef(newestOwn);
  const showOwn = useEffectEvent(() => {
    if (newestOwn && newestOwn !== lastOwn.current) goToNewest();
    lastOwn.current = newestOwn;
  });
  useLayoutEffect(() => showOwn(), [newestOwn]);

  // The messages right above the input stay there when the keyboard opens or the input grows.
  const keepBottom = useEffectEvent((shrunkBy: number) => {
    if (shrunkBy > 0 || !list.isAtEnd(1)) list.scrollBy(shrunkBy);
  });
  useEffect(() => {
    if (!scroller.current) return;
    let height = 0;
    const observer = new ResizeObserver(([entry]) => {
      const before = height;
      height = entry?.contentRect.height ?? height;
      if (before > 0 && before !== height) keepBottom(before - height);
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  const report = useEffectEvent(() => {
    if (!list.range) return;
    const { startIndex, endIndex } = list.range;
    if (startIndex < nearRows) onNearEdge('older');
    if (endIndex >= rows.length - nearRows) onNearEdge('newer');
    const bottom = (list.scrollOffset ?? 0) + (list.scrollRect?.height ?? 0);
    const isSeen = ({ index, start, size }: (typeof shown)[number]) => {
      const row = rows[index];
      // A message that is higher than the screen counts by its beginning.
      return row?.type === 'message' && row.message.sequence !== null && start + Math.min(size, 80) <= bottom + 1;
    };
    const seen = shown.filter(isSeen).at(-1);
    const row = seen && rows[seen.index];
    if (isOnScreen && row?.type === 'message' && row.message.sequence !== null) onSeen(row.message.sequence);
  });
  useEffect(() => report());

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className="flex h-full flex-col overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <ul aria-label={name} style={{ height: list.getTotalSize() }} className="relative mt-auto w-full shrink-0">
          {shown.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <li
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  style={{ transform: `translateY(${start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  {row.type === 'message' ? (
                    renderMessage(row)
                  ) : row.type === 'day' ? (
                    <Separator>{formatDay(row.time, now)}</Separator>
                  ) : (
                    <Separator tone="text-gold">Belum dibaca</Separator>
                  )}
                </li>
              )
            );
          })}
        </ul>
      </div>
      {!isAtEnd && rows.length > 0 && (
        <Pill onClick={goToNewest} className="absolute right-3 bottom-3">
          <ArrowDown aria-hidden="true" className="size-4" />
          <span className={unreadBelow > 0 ? undefined : 'sr-only'}>
            {unreadBelow > 0 ? `${unreadBelow} pesan baru` : 'Ke pesan terbaru'}
          </span>
        </Pill>
      )}
    </div>
  );
}

const Separator = ({ tone = 'text-muted', children }: { tone?: string; children: string }) => (
  <p className={`pt-1 pb-3 text-center text-small font-semibold ${tone}`}>{children}</p>
);

/** The approximate place where the list opens, at the unread messages or at the end, until rows have been measured. */
function openingOffset(rows: readonly ThreadRow[]): number {
  const unread = rows.findIndex(({ type }) => type === 'unread');
  const above = unread === -1 ? rows : rows.slice(0, unread);
  const height = above.reduce((sum, row) => sum + estimatedHeight(row), paddingStart);
  return unread === -1 ? height : Math.max(0, height - aboveUnread);
}

/** The approximate height of a row in pixels, until it has been measured. */
function estimatedHeight(row: ThreadRow | undefined): number {
  if (row?.type !== 'message') return 40;
  const lines = row.message.content.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / 32), 0);
  return 36 + lines * 24 + (row.message.post ? 72 : 0) + (row.endsGroup ? 12 : 2);
}

/** Whether the page is on the screen, and not in a tab behind another one or on a phone that is locked. */
const useOnScreen = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
