import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';

/** The facts about the server and the database by which Lapau may have to refuse them. */
type Server = {
  /** The version as server_version_num. */
  number: number;
  version: string;
  encoding: string;
};

/**
 * @throws StartRefused when the server is older than PostgreSQL 15, or the database is not in UTF8 or has Lapau's tables in another
 *   schema
 */
export async function refuseDatabase(db: Db): Promise<void> {
  const facts = sql<Server & { elsewhere: string | null }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      (select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'schema_migrations_repeatable' and n.nspname <> 'public'
          and to_regclass('public.schema_migrations') is null limit 1) as elsewhere`;
  const row = (await facts.execute(db)).rows[0];
  const refusal = row && (refusalOf(row) ?? (row.elsewhere === null ? undefined : refusalOfSchema(row.elsewhere)));
  if (refusal) throw new StartRefused(refusal);
}

/**
 * The text for the operator when a PostgreSQL server is too old, or the database cannot hold texts of all languages; otherwise
 * undefined.
 */
export function refusalOf({ number, version, encoding }: Server): string | undefined {
  if (number < 150_000) return `Lapau needs PostgreSQL 15 or newer; this server is ${version}.`;
  if (encoding === 'UTF8') return undefined;
  return (
    `Lapau needs a database whose encoding is UTF8; this one's is ${encoding}. Make one with: create database … encoding 'UTF8' ` +
    'template template0; rows of an earlier Lapau come into it by "lapau move --to-database".'
  );
}

/** The text for an operator whose tables are in another schema: a search_path could lead there once, but backups never looked there. */
const refusalOfSchema = (name: string): string =>
  `The tables of Lapau are in the schema ${name}, and it uses public alone. Bring them there, as their owner: ` +
  `alter schema public rename to before; alter schema ${name} rename to public`;
