import { useMemo } from 'react';
import { useOutbox, useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { cookAgainChanges } from '../api-cook-again.ts';
import { availabilityChanges } from '../api-menu.ts';
import type { AvailabilityChange } from '../api-menu.ts';

/** Dishes that are cooked again, as a mark: nothing else of it shows before the answer. */
const asMark = (dishes: readonly { id: string }[]): AvailabilityChange => ({
  post_ids: dishes.map(({ id }) => id),
  is_open: true,
  today_only: false,
});

/** The marks of one's own dishes that have no answer yet, in the order in which they were made. */
export function useMenuChanges(): AvailabilityChange[] {
  const marks = useOutboxEntries(availabilityChanges);
  const cooked = useOutboxEntries(cookAgainChanges);
  return useMemo(
    () =>
      [...marks, ...cooked.map(({ at, change }) => ({ at, change: asMark(change.dishes) }))]
        .sort((one, other) => one.at - other.at)
        .map(({ change }) => change),
    [marks, cooked],
  );
}

/** The ids of dishes that were cooked again and wait for an answer, and the reason if that is not the signal. */
export function useWaitingToCook(warungId: string): { ids: string[]; later: string | null } {
  const { changes, isStuck, later } = useOutbox(cookAgainChanges, warungId);
  return { ids: isStuck ? changes.flatMap(({ dishes }) => dishes.map(({ id }) => id)) : [], later };
}
