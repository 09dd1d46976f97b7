import type { RunInTransaction, Tx } from '../../platform/transactions/transaction.ts';
import { forgetReturns, lockReturnsToTell, notifyOfDishes, withdrawDishes } from '../notifications/rules-returns.ts';
import { takeAwaited } from './queries.ts';

/** How many people are told by one transaction: a dish that hundreds wait for holds up neither its cook nor other calls. */
const portion = 100;

/**
 * Tells everybody of a stall's dishes that are cooked again, and takes back what is unread of those that are sold out, in portions of a
 * transaction each. Who has been told is noted with it, so that a job that runs again goes on where it was ended.
 */
export async function tellOfDishes(
  transaction: RunInTransaction,
  { stall_id: stallId, sold_out: soldOut }: { stall_id: string; sold_out: string[] },
): Promise<void> {
  while (await transaction((tx) => tellPortion(tx, stallId)));
  while (soldOut.length > 0 && (await transaction((tx) => withdrawDishes(tx, stallId, soldOut, portion))) === portion);
}

/** @returns whether there may be more people to tell */
export async function tellPortion(tx: Tx, stallId: string, people = portion): Promise<boolean> {
  const dishes = await lockReturnsToTell(tx, stallId);
  if (dishes.length === 0) return false;
  const told = await takeAwaited(tx.db, stallId, dishes, people);
  await notifyOfDishes(tx, stallId, told);
  if (told.length === people) return true;
  await forgetReturns(tx, dishes);
  return false;
}
