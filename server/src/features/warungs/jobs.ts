import type { Platform } from '../../platform/platform.ts';
import { askIfOpen, closeUnconfirmed } from './rules-nightly.ts';

/** The evening's question and the nightly closing of the stalls that want it, at Asia/Jakarta's time (D68). */
export async function startWarungJobs({ jobs, database, transaction }: Platform): Promise<void> {
  await jobs.work('ask_if_open', () => askIfOpen(database.db, transaction, new Date()));
  await jobs.work('close_warungs', () => closeUnconfirmed(database.db, transaction, new Date()));
  await jobs.schedule('ask_if_open', '0 21 * * *');
  await jobs.schedule('close_warungs', '0 4 * * *');
}
