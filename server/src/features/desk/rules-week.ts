import { localDay, mondaysUntil } from '@lapau/contract/day';
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

export const waitNames = { application: 'pengajuan', report: 'laporan', appeal: 'keberatan' };

/** @returns undefined if nothing happened in the week */
function summaryOf({ monday, new_people, new_posts, longest_wait: wait, ...reported }: Week): string | undefined {
  const reports = reported.reported_posts + reported.reported_comments + reported.reported_messages;
  if (new_people + new_posts + reports === 0 && !wait) return undefined;
  const sunday = new Date(Date.parse(monday) + sixDaysMs);
  const counts = `${new_people} orang baru, ${new_posts} masakan baru, ${reports} yang dilaporkan`;
  const longest = wait ? ` Paling lama menunggu: ${nameOf(waitNames, wait.what)}, ${formatWait(wait.hours)}.` : '';
  return `Pekan ${dayAndMonth.formatRange(new Date(monday), sunday)}: ${counts}.${longest}`;
}

const formatWait = (hours: number): string =>
  hours < 1 ? 'kurang dari sejam' : hours < 24 ? `${hours} jam` : `${Math.floor(hours / 24)} hari`;
