import { limits } from '@lapau/contract/limits';
import { defineJob, overADay } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { countUnreadOf, insertDishEvents } from './queries-notify.ts';
import type { ToldDish } from './queries-notify.ts';
import {
  deleteReturns,
  hasReturns,
  hasUnreadDishes,
  insertReturns,
  lockReturns,
  withdrawSoldOut,
} from './queries-returns.ts';
import type { ReturnedDish } from './queries-returns.ts';
import { publishGone, publishNew } from './rules-publish.ts';

export type { ReturnedDish, ToldDish };

/**
 * Tells people of a stall's dishes that are cooked again, and takes back what they have not read of those that are sold out. `saves` has the
 * handler, as it knows who wants to be told.
 */
export const tellDishes = defineJob<{ stall_id: string; sold_out: string[] }>('tell_dishes', overADay, {
  laneOf: ({ stall_id }) => stall_id,
});

/** A cook takes a choice back within so long, with the tap's way: what is taken back is not told. */
const settledMs = limits.undoMs + 2_000;
const tellAfter = { afterMs: settledMs + 1_000 };

/**
 * Has people told of dishes that the cook says are there again.
 * @param cameBackAt the time since when they are
 */
export async function noteReturns(tx: Tx, stallId: string, postIds: string[], cameBackAt: Date): Promise<void> {
  if (postIds.length > 0 && (await insertReturns(tx.db, postIds, cameBackAt)))
    await tx.enqueue(tellDishes, { stall_id: stallId, sold_out: [] }, tellAfter);
}

/** Has what was told of dishes taken back that are sold out now, where it is unread. */
export async function noteSoldOut(tx: Tx, stallId: string, postIds: string[]): Promise<void> {
  if (postIds.length === 0) return;
  if ((await hasUnreadDishes(tx.db, stallId)) || (await hasReturns(tx.db, stallId)))
    await tx.enqueue(tellDishes, { stall_id: stallId, sold_out: postIds }, tellAfter);
}

/** Has people told of the dishes that came back while the stall was closed. */
export async function noteStallOpened(tx: Tx, stallId: string): Promise<void> {
  if (await hasReturns(tx.db, stallId)) await tx.enqueue(tellDishes, { stall_id: stallId, sold_out: [] }, tellAfter);
}

/**
 * Locks a stall's dishes of whose return people are to be told now. Those that wait for the stall to open are left out. Those that are sold
 * out or hidden by now are forgotten.
 */
export async function lockReturnsToTell(tx: Tx, stallId: string): Promise<ReturnedDish[]> {
  const returned = await lockReturns(tx.db, stallId, settledMs);
  const isThere = ({ visible, is_open: isOpen }: ReturnedDish) => visible && isOpen;
  await forgetReturns(
    tx,
    returned.filter((dish) => !isThere(dish)),
  );
  return returned.filter((dish) => isThere(dish) && dish.stall_is_open);
}

/** Notes that everybody has been told of these returns, or nobody is to be. */
export async function forgetReturns(tx: Tx, dishes: Pick<ReturnedDish, 'id'>[]): Promise<void> {
  if (dishes.length === 0) return;
  await deleteReturns(
    tx.db,
    dishes.map(({ id }) => id),
  );
}

/** Notifies people of a stall's dishes that are there again; who has a block with the cook must be left out. */
export async function notifyOfDishes(tx: Tx, stallId: string, told: ToldDish[]): Promise<void> {
  if (told.length > 0) await publishNew(tx, await insertDishEvents(tx.db, stallId, told));
}

/**
 * Takes those of these dishes that are sold out out of unread notifications, of so many at most.
 * @returns of how many
 */
export async function withdrawDishes(tx: Tx, stallId: string, postIds: string[], limit: number): Promise<number> {
  const recipients = await withdrawSoldOut(tx.db, stallId, postIds, limit);
  if (recipients.length > 0) await publishGone(tx, await countUnreadOf(tx.db, recipients));
  return recipients.length;
}
