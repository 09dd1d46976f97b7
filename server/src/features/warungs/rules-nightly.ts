import { hours, lastAt } from '@lapau/contract/day';
import { isSellerRole } from '@lapau/contract/roles';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { RunInTransaction } from '../../platform/transactions/transaction.ts';
import { notifyOnce } from '../notifications/rules.ts';
import { findClosingNightly, lockWarung, setWarungOpenRow } from './queries.ts';
import { publishWarung } from './rules-own.ts';

const question = 'Masih buka? Ketuk untuk mengonfirmasi, atau warung Anda ditutup otomatis pukul 04.00.';

type Confirmed = { confirmed_at: Date | null };

/** Whether a stall was last confirmed before a moment, or at one that is still to come. */
const wasConfirmedBefore =
  (moment: Date, now: Date) =>
  ({ confirmed_at: at }: Confirmed): boolean =>
    at === null || at < moment || isBeyondNow(at, now);

/** Asks the cooks of open stalls that close every night whether they are still open. */
export async function askIfOpen(db: Db, transaction: RunInTransaction, now: Date): Promise<void> {
  const isAsked = wasConfirmedBefore(lastAt(hours.asksIfOpen, now), now);
  for (const { id } of (await findClosingNightly(db)).filter(isAsked)) {
    await transaction(async (tx) => {
      const cook = await lockPerson(tx.db, id);
      // The cook may have lost the role while earlier cooks were asked.
      if (cook && isSellerRole(cook.role)) await notifyOnce(tx, { user_id: id, type: 'still_open', content: question });
    });
  }
}

/** Closes the stalls that close every night and were not confirmed in the evening before the last 04.00. */
export async function closeUnconfirmed(db: Db, transaction: RunInTransaction, now: Date): Promise<void> {
  const evening = lastAt(hours.asksIfOpen, lastAt(hours.newDay, now));
  for (const { id } of (await findClosingNightly(db)).filter(wasConfirmedBefore(evening, now))) {
    await transaction(async (tx) => {
      await lockPerson(tx.db, id);
      const warung = await lockWarung(tx.db, id);
      // The cook may have confirmed while the stalls before this one were closed.
      const isUnconfirmed = wasConfirmedBefore(evening, await readClock(tx.db));
      if (!warung?.is_open || !isUnconfirmed(warung)) return;
      await setWarungOpenRow(tx.db, id, { is_open: false, open_set_at: now });
      publishWarung(tx, id);
    });
  }
}
