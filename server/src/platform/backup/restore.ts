import { sql } from 'kysely';
import pg from 'pg';
import { findInconsistencies } from '../consistency.ts';
import type { Check, Fault } from '../consistency.ts';
import type { DbTransaction } from '../database.ts';
import type { FileStore } from '../files/store.ts';
import { openJobs } from '../jobs.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import { knownMigrations, makeTables, migrateInside, refuseOldServer, restoreMark } from '../migrate.ts';
import { StartRefused } from '../start-refused.ts';
import { damaged, openArchive } from './archive.ts';
import type { Archive, Header } from './archive.ts';
import { compareCounts, correctReplaced, readEntries } from './entries-in.ts';
import { openSession } from './session.ts';
import type { Session } from './session.ts';
import { dropChecks, findTables, makeChecks, setSequences } from './tables.ts';
import { prepareTarget } from './target.ts';
import { prepareJobs, requeueJobs } from './waiting-jobs.ts';
import type { Written } from './write.ts';

type Options = {
  databaseUrl: string;
  /** None: those of the backup are read and compared with their checksums, and stored nowhere. */
  files?: FileStore | undefined;
  source: AsyncIterable<Uint8Array>;
  /** Every job of this program. */
  jobs: Job<object>[];
  log: Log;
  /** What is compared in the restored database. */
  checks: Check[];
  signal?: AbortSignal | undefined;
};

export type Restored = Written & {
  /** Tables and jobs of the backup that this program does not know, which are left out. */
  leftOut: string[];
  /** What did not agree in the database that was backed up either. */
  faults: Fault[];
};

/**
 * Restores a backup into an empty database and an empty place for files (D91): tables as they were when it was made, its rows,
 * then what this program has added to the schema since. The database shows all of it at once, at the end; until then a start
 * is refused, and after an interruption a restore begins anew.
 * @throws StartRefused when the target is not empty, or the backup is damaged, incomplete or of a newer program
 */
export async function restoreBackup({
  databaseUrl,
  files,
  source,
  jobs,
  log,
  checks,
  signal,
}: Options): Promise<Restored> {
  const archive = await openArchive(source);
  await refuseNewerBackup(archive.header);
  const session = await openSession(databaseUrl);
  try {
    await refuseOldServer(session.db);
    await prepareTarget(session.db, files);
    const restored = await session.db.transaction().execute(async (tx) => {
      await sql.raw(`drop table ${restoreMark}`).execute(tx);
      const leftOut = await fill(session, tx, archive, files, signal);
      await setSequences(tx, archive.manifest().sequences);
      await migrateInside(tx);
      await correctReplaced(tx, archive.manifest());
      const queue = await openJobs(databaseUrl, log, jobs);
      try {
        leftOut.push(...(await requeueJobs(tx, queue)));
      } finally {
        await queue.close();
      }
      const faults = await findInconsistencies(tx, checks);
      signal?.throwIfAborted();
      return { header: archive.header, manifest: archive.manifest(), leftOut, faults };
    });
    // a planner that knows nothing of the tables would read them whole
    await sql`analyze`.execute(session.db);
    return restored;
  } finally {
    await session.close();
  }
}

async function refuseNewerBackup({ migrations, lapau }: Header): Promise<void> {
  const known = await knownMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  const isWhole = migrations.every((name, at) => name === known[at]);
  if (unknown.length === 0 && !isWhole) throw damaged('the list of its migrations has gaps');
  if (unknown.length === 0) return;
  throw new StartRefused(
    `This backup was made by another Lapau, ${lapau}, whose database has ${unknown.join(', ')}. Restore it with that version or a newer one.`,
  );
}

/** Makes the tables and fills them. @returns the tables that are left out */
async function fill(
  { client }: Session,
  tx: DbTransaction,
  archive: Archive,
  files: FileStore | undefined,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { header } = archive;
  await makeTables(tx, header.migrations);
  await prepareJobs(tx);
  const checks = await dropChecks(tx);
  const existing = (await findTables(tx)).map(({ name }) => name);
  // some migrations put first rows into their tables
  await sql.raw(`truncate ${existing.map((name) => pg.escapeIdentifier(name)).join(', ')}`).execute(tx);
  const known = header.tables.filter(({ name }) => existing.includes(name));
  const read = await readEntries(client, archive.entries, { tables: known, files, signal });
  compareCounts(archive.manifest(), read, known);
  await makeChecks(tx, checks);
  return header.tables.filter((table) => !known.includes(table)).map(({ name }) => name);
}
