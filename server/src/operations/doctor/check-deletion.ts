import type { Db } from '../../platform/database/database.ts';
import { inspectDeletion } from '../../platform/upgrade/inspect-database.ts';
import { ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Says whether the deletion of old rows waits because the clock has jumped. */
export async function checkDeletion(db: Db): Promise<Finding> {
  const wait = await inspectDeletion(db);
  if (!wait) return ok('deletion', 'what is too old is deleted every night');
  const [until, last] = [wait.until, wait.trustedAt].map(
    (time) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  );
  const text = `what deletes by age waits until Lapau has run for a day, about ${until}: the clock has jumped since ${last}, or Lapau was off`;
  return warning(
    'deletion',
    text,
    'Check the date and time of this machine (timedatectl); if they are right, do nothing.',
  );
}
