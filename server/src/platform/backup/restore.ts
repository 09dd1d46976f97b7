import { sql } from 'kysely';
import pg from 'pg';
import { findInconsistencies } from '../database/consistency.ts';
import type { Check, Fault } from '../database/consistency.ts';
import type { DbTransaction } from '../database/database.ts';
import { openLongConnection } from '../database/long-connection.ts';
import type { LongConnection } from '../database/long-connection.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { buckets, photoNames } from '../files/paths.ts';
import { removePlaceMark } from '../files/place-mark.ts';
import { givePlaceAnew } from '../files/place-owner.ts';
import type { FileStore } from '../files/store.ts';
import { openJobs } from '../jobs/jobs.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import { dropMark } from '../upgrade/marks.ts';
import { knownMigrations, makeTables, migrateInside } from '../upgrade/migrate.ts';
import { refuseDatabase } from '../upgrade/refuse-database.ts';
import { Damaged, damaged, openArchive } from './archive.ts';
import type { Archive, Header } from './archive.ts';
import { compareCounts, correctReplaced, readEntries } from './entries-in.ts';
import { countSending, removeAddresses } from './sending.ts';
import type { Sending, Sends } from './sending.ts';
import { dropChecks, findTables, makeChecks, ownTables, setSequences } from './tables.ts';
import { prepareTarget, releaseTarget } from './target.ts';
import { prepareJobs, requeueJobs } from './waiting-jobs.ts';
import type { Written } from './write.ts';

type Options = {
  databaseUrl: string;
  /** The store for the files. Without it the backup's files are only compared with their checksums. */
  files?: FileStore | undefined;
  source: AsyncIterable<Uint8Array>;
  /** Every job of this program. */
  jobs: Job<object>[];
  log: Log;
  /** The checks of what triggers keep, which the restored database has to pass. */
  checks: Check[];
  signal?: AbortSignal | undefined;
  /** The jobs that send mails and pushes, and the table of devices. */
  sending: Sending;
  /** Whether this is a copy for looking at, which sends nothing by itself. */
  isQuiet?: boolean | undefined;
  /** Given when this is a move of the database, and no restore. */
  move?: {
    id: string;
    /** Runs when everything is restored, before the commit that shows it. */
    beforeCommit: () => Promise<void>;
  };
};

export type Restored = Written & {
  /** Tables and jobs of the backup that this program does not know, which are left out. */
  leftOut: string[];
  /** The faults that the checks have found; the database that was backed up had them too. */
  faults: Fault[];
  sends: Sends;
};

/**
 * Restores a backup into an empty database and an empty place for files (D91, D99): tables as they were when it was made, its rows,
 * then what this program has added to the schema since. The database shows all of it at once, at the end; until then a start
 * is refused, and after an interruption the same restore begins anew. Of a damaged backup no file is kept.
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
  sending,
  isQuiet = false,
  move,
}: Options): Promise<Restored> {
  const archive = await openArchive(source);
  await refuseNewerBackup(archive.header);
  const connection = await openLongConnection(databaseUrl);
  try {
    await refuseDatabase(connection.db);
    const made = move
      ? { command: 'move' as const, source: move.id }
      : { command: 'restore' as const, source: archive.id };
    const mark = await prepareTarget(connection.db, files, made);
    const filling = connection.db.transaction().execute(async (tx) => {
      await dropMark(tx);
      const leftOut = await fill(connection, tx, archive, files, signal);
      await setSequences(tx, archive.manifest().sequences);
      await migrateInside(tx);
      await correctReplaced(tx, archive.manifest());
      const sends = await countSending(tx, sending);
      if (isQuiet) await removeAddresses(tx, sending);
      const queue = await openJobs(databaseUrl, log, jobs);
      try {
        leftOut.push(...(await requeueJobs(tx, queue, isQuiet ? sending.jobs.map(({ name }) => name) : [])));
      } finally {
        await queue.close();
      }
      const faults = await findInconsistencies(tx, checks);
      signal?.throwIfAborted();
      if (files) await givePlaceAnew(tx, files);
      await move?.beforeCommit();
      return { header: archive.header, manifest: archive.manifest(), leftOut, faults, sends };
    });
    const restored = await filling.catch(async (error: unknown) => {
      if (error instanceof Damaged && files)
        await releaseTarget(connection.db, files, mark).catch((failure: unknown) =>
          log.warn({ err: failure }, 'the target stays marked for this backup: another one needs another place'),
        );
      throw error;
    });
    if (files)
      await removePlaceMark(files, mark.id).catch((error: unknown) =>
        log.warn({ err: error }, 'all is restored; the mark in the place for files is left to the nightly sweep'),
      );
    // Without statistics PostgreSQL would read whole tables.
    await sql`analyze`.execute(connection.db);
    return restored;
  } finally {
    await connection.close();
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
  { client }: LongConnection,
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
  try {
    const read = await readEntries(client, archive.entries, { tables: known, files, signal });
    compareCounts(archive.manifest(), read, known);
  } catch (error) {
    if (error instanceof Damaged && files) {
      await client.query(''); // PostgreSQL answers this after the statement that the error has interrupted
      // If damaged rows have failed the transaction, no files are stored yet, as rows come before them.
      if (client.getTransactionStatus() === 'T') await removeRestored(tx, files);
    }
    throw error;
  }
  await makeChecks(tx, checks);
  return header.tables.map(({ name }) => name).filter((name) => !existing.includes(name) && !ownTables.includes(name));
}

/** The store limits the time of one removal. */
const removedAtOnce = 25;

/** Removes the files that the restored rows name; a backup has no others. */
async function removeRestored(tx: DbTransaction, files: FileStore): Promise<void> {
  for (const bucket of buckets) {
    for (let after = ''; ;) {
      const { rows } = await sql<{ path: string }>`
        select path from files where bucket = ${bucket} and path > ${after} order by path limit ${sql.lit(removedAtOnce)}`.execute(
        tx,
      );
      const last = rows.at(-1);
      if (!last) break;
      await files.remove(
        bucket,
        rows.flatMap(({ path }) => photoNames(path)),
      );
      after = last.path;
    }
  }
}
