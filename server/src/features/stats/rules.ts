import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@lapau/contract/calls';
import { daysUntil, localDay } from '@lapau/contract/day';
import { statsDays } from '@lapau/contract/stats';
import { readClock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Seller } from '../../platform/session/actor.ts';
import { findDayFigures, findDishFigures, hasWarung, insertViews } from './queries.ts';
import type { View } from './queries.ts';

/** How many milliseconds a view waits for others, which are stored in the same transaction. */
const batchMs = 250;

/**
 * Counts that members have opened a stall or a dish, each once a day. A village at lunch opens a hundred dishes a second:
 * a transaction for each would slow the feed down.
 * @returns a function that stores a view, and resolves once it is stored
 */
export function createViewCounter(platform: Platform): (view: View) => Promise<void> {
  let waiting: View[] = [];
  let storing: Promise<void> | undefined;
  async function storeWaiting(): Promise<void> {
    await delay(batchMs);
    const views = waiting;
    waiting = [];
    storing = undefined;
    await platform.transaction(async (tx) => insertViews(tx.db, views, localDay(await readClock(tx.db))));
  }
  return (view) => {
    waiting.push(view);
    return (storing ??= storeWaiting());
  };
}

/** @throws AppError warung_not_found */
export async function readStats(database: Database, actor: Seller, now: Date): Promise<CallOutput<'get_warung_stats'>> {
  if (!(await hasWarung(database.db, actor.id))) throw new AppError('warung_not_found');
  const today = localDay(now);
  const [first = today] = daysUntil(today, statsDays);
  const [days, dishes] = await Promise.all([
    findDayFigures(database, actor.id, [first, today]),
    findDishFigures(database, actor.id, [first, today]),
  ]);
  return { days, dishes };
}
