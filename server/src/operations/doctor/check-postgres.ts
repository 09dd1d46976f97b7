import type { Db } from '../../platform/database/database.ts';
import { inspectPostgres } from '../../platform/database/inspect-postgres.ts';
import { error, warning } from './finding.ts';
import type { Finding } from './finding.ts';

const gigabyte = 1e9;
/** PostgreSQL freezes old rows from an age of 0.2 billion on, in haste from 1.6 on, and takes no writes some three million before 2.1. */
const agedFrom = 1.2e9;
const nearWraparound = 2.1e9;
/** PostgreSQL keeps this much of its journal in any case. */
const heldFrom = 1 * gigabyte;

/** Reports what PostgreSQL knows to be wrong with itself; nothing when all is well. */
export async function checkPostgres(db: Db): Promise<Finding[]> {
  const facts = await inspectPostgres(db);
  const findings: Finding[] = [];
  const warn = (text: string, mend: string) => void findings.push(warning('database', text, mend));
  const fail = (text: string, mend: string) => void findings.push(error('database', text, mend));

  for (const { name, count } of facts.checksumFailures)
    fail(
      `${count} damaged pages were read in ${name}: its disk or memory fails`,
      'Restore the last whole backup on other hardware ("lapau verify" tells which is); the log of PostgreSQL names the pages.',
    );
  if (facts.hiding.length > 0)
    warn(`${facts.hiding.join(' and ')} hides damage`, 'Turn it off in postgresql.conf, and reload.');
  if (facts.collation)
    warn(
      `text is sorted otherwise than its indexes were made (collation ${facts.collation.was}, now ${facts.collation.is}), as after an upgrade of the system: searches may miss rows`,
      'As the owner of the database: REINDEX DATABASE name; ALTER DATABASE name REFRESH COLLATION VERSION;',
    );
  const { name, age } = facts.oldest;
  const aged = `the oldest transaction of the database ${name} is ${(age / 1e9).toFixed(1)} billion old`;
  const clean = 'As its superuser: VACUUM (FREEZE), in that database; look for old transactions and slots first.';
  if (age > nearWraparound) fail(`${aged}: soon no writes are taken`, clean);
  else if (age > agedFrom) warn(`${aged}, of 2.1 at most`, clean);
  if (facts.off.length > 0)
    warn(
      `${facts.off.join(' and ')} ${facts.off.length > 1 ? 'are' : 'is'} off: tables grow, and some day no writes are taken`,
      'Turn it on in postgresql.conf, and reload.',
    );
  for (const table of facts.uncleaned)
    warn(`autovacuum is off for ${table}: it grows`, `ALTER TABLE ${table} RESET (autovacuum_enabled);`);
  for (const index of facts.invalidIndexes)
    warn(
      `the index ${index} is not valid, and speeds nothing up`,
      /_cc(new|old)\d*"?$/.test(index) ? `DROP INDEX ${index};` : `REINDEX INDEX CONCURRENTLY ${index};`,
    );
  for (const { name: slot, isLost, isActive, bytes } of facts.slots) {
    const drop = `SELECT pg_drop_replication_slot('${slot}');`;
    if (isLost) warn(`what the replication slot ${slot} is kept for is lost`, `Make that standby anew, or: ${drop}`);
    else if (bytes > heldFrom)
      warn(
        `the replication slot ${slot} keeps ${(bytes / gigabyte).toFixed(1)} GB of the journal on the disk`,
        isActive ? 'What reads it falls behind: look there.' : `Start what reads it, or: ${drop}`,
      );
  }
  return findings;
}
