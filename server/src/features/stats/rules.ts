import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { daysUntil, localDay } from '@lapau/contract/day';
import { statsDays } from '@lapau/contract/stats';
import { AppError } from '../../platform/app-error.ts';
import { isForeignKeyViolation } from '../../platform/database.ts';
import type { Database } from '../../platform/database.ts';
import type { Member, Seller } from '../../platform/session/actor.ts';
import { findDayFigures, findDishFigures, hasWarung, insertView } from './queries.ts';

/** Counts that a member has opened a stall or a dish, once a day (D79). One statement, as every opened screen makes it. */
export async function recordView(
  database: Database,
  actor: Member,
  view: ParsedInput<'record_view'>,
  now: Date,
): Promise<void> {
  try {
    await insertView(database, actor.id, view, localDay(now));
  } catch (error) {
    // What was opened, or who opened it, has been deleted meanwhile.
    if (!isForeignKeyViolation(error)) throw error;
  }
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
