import { sql } from 'kysely';
import type { Db } from './database.ts';

/** What PostgreSQL knows to be wrong with itself and tells every role. */
export type PostgresFacts = {
  /** The version of the collation with which this database was made, and that of the operating system now, if they differ. */
  collation: { was: string; is: string } | null;
  /** The database with the oldest transaction or multixact, and its age; some two billion is the most there can be. */
  oldest: { name: string; age: number };
  /** Invalid indexes, which no query uses: a failed `create index concurrently` leaves them. */
  invalidIndexes: string[];
  slots: { name: string; isLost: boolean; isActive: boolean; bytes: number }[];
  /** Settings that are off, without which tables are never cleaned; `hiding` are settings that hide damage. */
  off: string[];
  hiding: string[];
  /** Tables that are excluded from cleaning. */
  uncleaned: string[];
  checksumFailures: { name: string; count: number }[];
};

export async function inspectPostgres(db: Db): Promise<PostgresFacts> {
  const { rows } = await sql<PostgresFacts>`
    select
      (select json_build_object('was', datcollversion, 'is', pg_database_collation_actual_version(oid))
        from pg_database where datname = current_database()
          and datcollversion <> pg_database_collation_actual_version(oid)) as collation,
      (select json_build_object('name', datname, 'age', greatest(age(datfrozenxid), mxid_age(datminmxid)))
        from pg_database order by greatest(age(datfrozenxid), mxid_age(datminmxid)) desc limit 1) as oldest,
      array(select format('%I.%I', nspname, relname) from pg_index join pg_class on pg_class.oid = indexrelid
        join pg_namespace on pg_namespace.oid = relnamespace
        where not indisvalid and relkind = 'i' and nspname !~ '^pg_'
          and not exists (select from pg_stat_progress_create_index where index_relid = indexrelid)
        order by 1) as "invalidIndexes",
      coalesce((select json_agg(json_build_object('name', slot_name, 'isActive', active,
          'isLost', wal_status is not distinct from 'lost',
          'bytes', coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
            restart_lsn), 0)) order by slot_name)
        from pg_replication_slots where not temporary), '[]') as slots,
      array(select name::text from pg_settings
        where name in ('autovacuum', 'track_counts') and setting = 'off' order by 1) as off,
      array(select name::text from pg_settings
        where name in ('ignore_checksum_failure', 'ignore_system_indexes', 'zero_damaged_pages') and setting = 'on'
        order by 1) as hiding,
      array(select format('%I.%I', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p') and nspname !~ '^pg_'
          and exists (select from unnest(reloptions) as option
            where option in ('autovacuum_enabled=false', 'autovacuum_enabled=off', 'autovacuum_enabled=no', 'autovacuum_enabled=0'))
        order by 1) as uncleaned,
      coalesce((select json_agg(json_build_object('name', coalesce(datname, 'all databases'), 'count', checksum_failures))
        from pg_stat_database where checksum_failures > 0), '[]') as "checksumFailures"`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database has not answered the question');
  return facts;
}
