import { limits } from '@lapau/contract/limits';
import type { MenuPost } from '@lapau/contract/posts';
import { useEffect, useState } from 'react';
import { useOutbox } from '../../../lib/session/use-outbox.ts';
import { availabilityChanges, dishesOf } from '../api-menu.ts';
import type { AvailabilityChange } from '../api-menu.ts';
import { useMenuChanges, useWaitingToCook } from './use-menu-changes.ts';

/** How dishes are marked: available, sold out until the cook turns it back, or sold out until 04.00. */
export type MarkAs = 'open' | 'sold_out' | 'sold_out_today';

type Marked = {
  text: string;
  /** The dishes as they were before. */
  dishes: readonly MenuPost[];
  as: MarkAs;
  /** Takes the mark back; the offer is shown for 10 seconds. */
  undo: () => void;
};

type MarkDishes = {
  changes: readonly AvailabilityChange[];
  /** The ids of the dishes whose choice waits for an answer. */
  waiting: ReadonlySet<string>;
  /** The reason why the choices wait, if that is not the signal. */
  later: string | null;
  mark: (dishes: readonly MenuPost[], as: MarkAs) => void;
  /** Marks dishes that were selected together, which can be taken back. */
  markTogether: (dishes: readonly MenuPost[], as: MarkAs) => void;
  /** The dishes that were marked together in the last 10 seconds. */
  marked: Marked | undefined;
};

/** Marks one's own dishes as available or sold out. */
export function useMarkDishes(warungId: string): MarkDishes {
  const { changes: marks, isStuck, later, submit } = useOutbox(availabilityChanges, warungId);
  const changes = useMenuChanges();
  const cooking = useWaitingToCook(warungId);
  const [marked, setMarked] = useState<Marked>();
  useEffect(() => {
    if (!marked) return;
    const timer = setTimeout(() => setMarked(undefined), limits.undoMs);
    return () => clearTimeout(timer);
  }, [marked]);

  function mark(dishes: readonly MenuPost[], as: MarkAs) {
    const ids = dishes.map(({ id }) => id);
    const parts = Array.from({ length: Math.ceil(ids.length / limits.postsAtOnce) }, (_, part) =>
      ids.slice(part * limits.postsAtOnce, (part + 1) * limits.postsAtOnce),
    );
    return parts.map((post_ids) => submit({ post_ids, is_open: as === 'open', today_only: as === 'sold_out_today' }));
  }

  function markAsBefore(dishes: readonly MenuPost[]) {
    for (const before of ['open', 'sold_out', 'sold_out_today'] as const) {
      const same = dishes.filter((dish) => markOf(dish) === before);
      if (same.length > 0) void mark(same, before);
    }
  }

  function markTogether(dishes: readonly MenuPost[], as: MarkAs) {
    const answered: { undo_id?: string | null }[] = [];
    const outcomes = mark(dishes, as);
    for (const outcome of outcomes) void outcome.then((how) => how.type === 'sent' && answered.push(how.answer));
    const undo = () => {
      setMarked(undefined);
      if (answered.length === outcomes.length) {
        // The server remembers the earlier state of each dish, even if another phone has changed it meanwhile.
        for (const { undo_id } of answered) if (undo_id) void submit({ undo_id, before: dishes.map(availabilityOf) });
        return;
      }
      markAsBefore(dishes);
    };
    setMarked({ text: `${dishes.length} menu ditandai ${as === 'open' ? 'tersedia' : 'habis'}`, dishes, as, undo });
  }

  const waiting = new Set([...(isStuck ? marks.flatMap(dishesOf) : []), ...cooking.ids]);
  return { changes, waiting, later: later ?? cooking.later, mark, markTogether, marked };
}

const availabilityOf = ({ id, is_open, reopens_at }: MenuPost) => ({ id, is_open, reopens_at });

export const markOf = ({ is_open, reopens_at }: MenuPost): MarkAs =>
  is_open ? 'open' : reopens_at === null ? 'sold_out' : 'sold_out_today';
