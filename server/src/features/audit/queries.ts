import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';
import type { Schema } from '../../platform/schema.ts';

type Row = Omit<Insertable<Schema['audit_log']>, 'actor_id' | 'actor_name'>;

/** Adds a row; the actor's current name is stored too, because the account may be deleted. */
export const insertAuditRow = (db: Db, actorId: string, row: Row) =>
  db
    .insertInto('audit_log')
    .values({
      ...row,
      actor_id: actorId,
      actor_name: sql`coalesce((select full_name from profiles where id = ${actorId}), '')`,
    })
    .execute();

/** A year old (D61). */
export const deleteOldAuditRows = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'audit_log', sql`created_at < now() - interval '1 year'`, limit);
