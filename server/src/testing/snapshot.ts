import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** The rows that a restored database has too. It gets a new id, by which its place for files knows it, so that secret is left out. */
const ofDatabase = (table: string) => (table === 'server_secrets' ? sql`t.name <> 'FILES_OWNER'` : sql`true`);

/** A digest of each table but those of visits and of strangers from links, to show that nothing was written between two snapshots. */
export async function snapshot(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('daily_visits', 'link_counts') order by 1`.execute(
    db,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
      from ${sql.table(name)} t where ${ofDatabase(name)}`.execute(db);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
