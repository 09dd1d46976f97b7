import type { Platform } from '../../platform/platform.ts';
import type { Retention } from '../../platform/retention.ts';
import { deleteOldAvailabilityChanges } from './queries.ts';
import { openDuePosts } from './rules-availability.ts';

export const postsRetention: Retention[] = [
  { table: 'availability_changes', deleteExpired: ({ db }, limit) => deleteOldAvailabilityChanges(db, limit) },
];

/** Opens the dishes at 04.00 that were sold out for a day. Readers see them open from then on anyway (D67). */
export async function startPostJobs({ jobs, transaction }: Platform): Promise<void> {
  await jobs.work('open_posts', () => transaction((tx) => openDuePosts(tx)));
  await jobs.schedule('open_posts', '0 4 * * *');
}
