import { hours, lastAt } from '@lapau/contract/day';
import type { Db } from '../../platform/database.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { RunInTransaction } from '../../platform/transaction.ts';
import { notifyOnce } from '../notifications/rules.ts';
import { findUnconfirmed, lockWarung, setWarungOpenRow } from './queries.ts';
import { publishWarung } from './rules-own.ts';

const question = 'Masih buka? Ketuk untuk mengonfirmasi, atau warung Anda ditutup otomatis pukul 04.00.';

/** Asks the cooks of open stalls that close every night whether they are still open. */
export async function askIfOpen(db: Db, transaction: RunInTransaction, now: Date): Promise<void> {
  for (const id of await findUnconfirmed(db, lastAt(hours.asksIfOpen, now))) {
    await transaction((tx) => notifyOnce(tx, { user_id: id, type: 'still_open', content: question }));
  }
}

/** Closes the stalls that close every night and were not confirmed in the evening before the last 04.00. */
export async function closeUnconfirmed(db: Db, transaction: RunInTransaction, now: Date): Promise<void> {
  const asked = lastAt(hours.asksIfOpen, lastAt(hours.newDay, now));
  for (const id of await findUnconfirmed(db, asked)) {
    await transaction(async (tx) => {
      await lockPerson(tx.db, id);
      const warung = await lockWarung(tx.db, id);
      if (!warung?.is_open || (warung.confirmed_at && warung.confirmed_at >= asked)) return;
      await setWarungOpenRow(tx.db, id, { is_open: false, open_set_at: now });
      publishWarung(tx, id);
    });
  }
}
