import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Target } from '../target/target.ts';

/** The keys of all rows, jobs and files that exist, by table or kind. */
export type Kept = Map<string, Set<string>>;

/** Tables whose rows serve for minutes or hours: a clock that is a day ahead may delete them as too old (D110). */
const shortLived = new Set([
  'availability_changes',
  'pending_sign_ups',
  'recovery_codes',
  'recovery_requests',
  'sign_in_codes',
  'unsent_signals',
  'upload_attempts',
  'verifications',
  'wrong_passwords',
]);

/** Reads the keys of every row of every table, of the mails that wait, of every photo and every backup. @param backups their folder */
export async function readKept({ db, lapau }: Target, backups: string): Promise<Kept> {
  const kept: Kept = new Map();
  const { rows: tables } = await sql<{ name: string; key: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ') as key
    from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`.execute(db);
  // The rows of limit_counts go and come within seconds.
  for (const { name, key } of tables.filter((table) => table.name !== 'limit_counts')) {
    const { rows } = await sql<{ key: string }>`
      select row(${sql.raw(key)})::text as key from ${sql.table(name)}`.execute(db);
    if (rows.length > 0) kept.set(name, new Set(rows.map((row) => row.key)));
  }
  const mails = await sql<{ id: string }>`
    select id from jobs.job where name = 'send_mail' and state < 'active'`.execute(db);
  kept.set('waiting mails', new Set(mails.rows.map(({ id }) => id)));
  kept.set('files of photos', new Set(filesIn(path.join(lapau.dataFolder, 'files'))));
  kept.set('backups', new Set(filesIn(backups)));
  return kept;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));

/** Gives the files that have been written since a moment the times which a machine with that clock would have given them. */
export function shiftFiles({ lapau }: Target, since: Date, aheadMs: number): void {
  for (const file of filesIn(path.join(lapau.dataFolder, 'files'))) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats || stats.mtime < since) continue;
    const shifted = new Date(stats.mtimeMs + aheadMs);
    utimesSync(file, shifted, shifted);
  }
}

const dayMs = 86_400_000;
/** Kinds that the report names one by one; it counts all others together. */
const told = new Set([
  'audit_log',
  'notifications',
  'daily_visits',
  'sessions',
  'reports',
  'files',
  'waiting mails',
  'files of photos',
  'backups',
]);

/** Notes how many of each kind there were and are left; those that are missing are faults. @param done jobs that were done meanwhile */
export function compareKept(
  { outcome }: Target,
  where: string,
  given: { before: Kept; after: Kept; done: Set<string>; aheadMs: number },
): void {
  const { before, after, done, aheadMs } = given;
  const counts: string[] = [];
  let gone = 0;
  let others = 0;
  for (const [kind, keys] of before) {
    const missing = [...keys].filter((key) => !after.get(kind)?.has(key) && !done.has(key));
    if (missing.length > 0 || told.has(kind)) counts.push(`${kind} ${keys.size}/${keys.size - missing.length}`);
    else others += keys.size;
    const isTooOld = shortLived.has(kind) && aheadMs === dayMs;
    if (missing.length === 0 || isTooOld) continue;
    gone += missing.length;
    outcome.faults.push(`${where}: ${missing.length} of ${keys.size} are deleted: ${kind}`);
  }
  outcome.notes.push(`${where}: ${gone} deleted (${counts.join(', ')}, rows of other tables ${others}/${others})`);
}
