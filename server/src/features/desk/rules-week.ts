import { localDay, mondaysUntil } from '@lapau/contract/day';
import { formatWait, reportsIn, waitNames } from '@lapau/contract/desk';
import type { Week } from '@lapau/contract/desk';
import { nameOf } from '@lapau/contract/known';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { notifyAdminsOnce, takeAdminsLockShared } from '../notifications/rules.ts';
import { findWeeks, noteToldWeek } from './queries-weeks.ts';

/** Tells all admins of the last whole week, once; of a week in which nothing happened nobody is told. */
export async function tellOfWeek(tx: Tx, now: Date): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const [monday = ''] = mondaysUntil(localDay(now), 2);
  if (!(await noteToldWeek(tx.db, monday))) return;
  const [week] = await findWeeks(tx.db, [monday]);
  const content = week && summaryOf(week);
  if (content !== undefined) await notifyAdminsOnce(tx, { type: 'weekly_summary', content });
}

const dayAndMonth = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const sixDaysMs = 6 * 24 * 3_600_000;

/** @returns undefined if nothing happened in the week */
function summaryOf(week: Week): string | undefined {
  const { monday, new_people, new_posts, longest_wait: wait } = week;
  const reports = reportsIn(week);
  if (new_people + new_posts + reports === 0 && !wait) return undefined;
  const sunday = new Date(Date.parse(monday) + sixDaysMs);
  const counts = `${new_people} orang baru, ${new_posts} masakan baru, ${reports} yang dilaporkan`;
  const longest = wait ? ` Paling lama menunggu: ${nameOf(waitNames, wait.what)}, ${formatWait(wait.hours)}.` : '';
  return `Pekan ${dayAndMonth.formatRange(new Date(monday), sunday)}: ${counts}.${longest}`;
}
