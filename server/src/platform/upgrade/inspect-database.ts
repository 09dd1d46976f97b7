import { sql } from 'kysely';
import { findDeletionWait } from '../clock/clock-jumps.ts';
import type { DeletionWait } from '../clock/clock-jumps.ts';
import type { Db } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { appliedMigrations } from './migrate-earlier.ts';
import { knownMigrations, runsOnNewer } from './migrate.ts';

/** The facts about the server that an operator is told. */
export type ServerFacts = {
  version: string;
  /** The version as server_version_num. */
  number: number;
  encoding: string;
  isReadOnly: boolean;
  /** Settings without which an acknowledged write may be lost. */
  unsafe: string[];
  connections: number;
  maxConnections: number;
  /** How many connections the role of Lapau may have at once, by the limits of the server, the database and the role. */
  allowedConnections: number;
  /** The time of the server's clock, and how long the question took, both in milliseconds. */
  clockMs: number;
  tookMs: number;
};

export async function inspectServer(db: Db): Promise<ServerFacts> {
  const start = performance.now();
  const { rows } = await sql<Omit<ServerFacts, 'tookMs'>>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      array(select name from pg_settings
        where name in ('fsync', 'full_page_writes') and setting = 'off' order by name) as unsafe,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
          nullif(datconnlimit, -1), nullif(rolconnlimit, -1))
        from pg_database, pg_roles where datname = current_database() and rolname = session_user) as "allowedConnections",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs"`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database has not answered the question');
  return { ...facts, tookMs: performance.now() - start };
}

/** Migrations that this database has, that the next start applies, and that this program does not know. */
export type SchemaFacts = {
  applied: string[];
  pending: string[];
  unknown: string[];
  /** Whether a newer release has made the schema, on which this one runs. */
  runsOnNewer: boolean;
};

export async function inspectSchema(db: Db): Promise<SchemaFacts> {
  const known = await knownMigrations();
  const applied = await appliedMigrations(db);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    // The start translates migrations of before 0200 (migrate-earlier.ts).
    unknown: applied.filter((name) => name >= '0200' && !known.includes(name)),
    runsOnNewer: await runsOnNewer(db),
  };
}

/**
 * The number of late jobs, and how many seconds the oldest has waited; the jobs that failed and will run again; and how many seconds
 * ago a process last looked at the schedules, which each does every 30 seconds: a negative number if a clock was ahead.
 */
export type JobFacts = {
  late: number;
  oldestLateSeconds: number;
  failing: { name: string; count: number }[];
  schedulesCheckedSeconds: number | undefined;
};

/** Reads the facts about jobs; undefined before the first start has made the queue. */
export async function inspectJobs(db: Db): Promise<JobFacts | undefined> {
  const exists = sql<{ found: boolean }>`select to_regclass('jobs.job') is not null as found`;
  if (!(await exists.execute(db)).rows[0]?.found) return undefined;
  const late = sql<{ late: number; oldest: number }>`
    select count(*)::int as late, coalesce(max(extract(epoch from now() - start_after)), 0)::float8 as oldest
    from jobs.job where state in ('created', 'retry') and start_after < now()`;
  const failing = sql<JobFacts['failing'][number]>`
    select name, count(*)::int as count from jobs.job where state = 'retry' group by name order by name`;
  const checked = sql<{ seconds: number | null }>`
    select extract(epoch from now() - cron_on)::float8 as seconds from jobs.version`;
  const [row] = (await late.execute(db)).rows;
  return {
    schedulesCheckedSeconds: (await checked.execute(db)).rows[0]?.seconds ?? undefined,
    late: row?.late ?? 0,
    oldestLateSeconds: row?.oldest ?? 0,
    failing: (await failing.execute(db)).rows,
  };
}

/** Finds whether deletion by age waits. An older schema, without the table, notes no clock. */
export async function inspectDeletion(db: Db): Promise<DeletionWait | undefined> {
  const exists = sql<{ found: boolean }>`select to_regclass('trusted_clock') is not null as found`;
  return (await exists.execute(db)).rows[0]?.found ? findDeletionWait(db) : undefined;
}

/** Some of the newest stored files, by their rows. */
export const findNewestFiles = (db: Db): Promise<{ bucket: Bucket; path: string }[]> =>
  db.selectFrom('files').select(['bucket', 'path']).orderBy('created_at', 'desc').limit(5).execute();
