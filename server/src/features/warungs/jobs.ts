import { readClock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { askIfOpen, closeUnconfirmed } from './rules-nightly.ts';

/** The evening's question and the nightly closing of the stalls that want it, at Asia/Jakarta's time (D68). */
export async function startWarungJobs({ jobs, database, transaction }: Platform): Promise<void> {
  await jobs.work('ask_if_open', async () => askIfOpen(database.db, transaction, await readClock(database.db)));
  await jobs.work('close_warungs', async () =>
    closeUnconfirmed(database.db, transaction, await readClock(database.db)),
  );
  await jobs.schedule('ask_if_open', '0 21 * * *');
  await jobs.schedule('close_warungs', '0 4 * * *');
}
