import { useMemo } from 'react';
import { useOutbox, useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { cookAgainChanges } from '../api-cook-again.ts';
import type { CookAgain } from '../api-cook-again.ts';
import { availabilityChanges } from '../api-menu.ts';
import type { AvailabilityChange } from '../api-menu.ts';

/** Dishes that are cooked again, as a mark: nothing else of it shows before the answer. Once taken back, they are as before. */
const asMark = ({ dishes, takenBackTo }: CookAgain): AvailabilityChange =>
  takenBackTo
    ? { undo_id: '', before: takenBackTo.dishes }
    : { post_ids: dishes.map(({ id }) => id), is_open: true, today_only: false };

/** The marks of one's own dishes that have no answer yet, in the order in which they were made. */
export function useMenuChanges(): AvailabilityChange[] {
  const marks = useOutboxEntries(availabilityChanges);
  const cooked = useOutboxEntries(cookAgainChanges);
  return useMemo(
    () =>
      [...marks, ...cooked.map(({ at, change }) => ({ at, change: asMark(change) }))]
        .sort((one, other) => one.at - other.at)
        .map(({ change }) => change),
    [marks, cooked],
  );
}

type WaitingToCook = {
  /** The ids of the dishes. */
  ids: string[];
  /** Whether the stall is to open with some of them. */
  opensStall: boolean;
  /** The reason why they wait, if that is not the signal. */
  later: string | null;
};

/** What was cooked again and waits for an answer. */
export function useWaitingToCook(warungId: string): WaitingToCook {
  const { changes, isStuck, later } = useOutbox(cookAgainChanges, warungId);
  return {
    ids: isStuck ? changes.flatMap(({ dishes }) => dishes.map(({ id }) => id)) : [],
    opensStall: isStuck && changes.some(({ takenBackTo }) => !takenBackTo),
    later,
  };
}
