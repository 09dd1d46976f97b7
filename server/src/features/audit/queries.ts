import type { AuditEntry } from '@lapau/contract/audit';
import type { ParsedInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJson } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

type Row = Omit<Insertable<Schema['audit_log']>, 'actor_id' | 'actor_name'>;

/** Selects a person's id, or null if the account has been deleted, even while the statement waited for the row's lock. */
const existing = (id: string) => sql<string | null>`(select id from all_people where id = ${id} for key share)`;

/** Adds a row; the actor's current name is stored too, because the account may be deleted. */
export const insertAuditRow = (db: Db, actorId: string, { target_user_id: targetId, ...row }: Row) =>
  db
    .insertInto('audit_log')
    .values({
      ...row,
      actor_id: existing(actorId),
      target_user_id: targetId ? existing(targetId) : null,
      actor_name: sql`coalesce((select full_name from all_people where id = ${actorId}), '')`,
    })
    .execute();

const entryJson = jsonObject<AuditEntry>({
  id: 'a.id',
  created_at: 'a.created_at',
  actor_id: 'a.actor_id',
  actor_name: 'a.actor_name',
  action: 'a.action',
  target_type: 'a.target_type',
  target_id: 'a.target_id',
  target_user_id: 'a.target_user_id',
  target_user_name: 'p.full_name',
  reason: `coalesce(a.details ->> 'reason', '')`,
  details: `a.details - 'reason'`,
});

/** A page of the log, newest first; each filter has an index. */
export async function findAuditPage(
  database: Database,
  { before, limit, person_id, action, target_id }: ParsedInput<'get_audit_log'>,
): Promise<AuditEntry[]> {
  const values: unknown[] = [limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    before && `(a.created_at, a.id) < (${parameter(before.created_at)}::timestamptz, ${parameter(before.id)}::uuid)`,
    person_id && `${parameter(person_id)}::uuid in (a.actor_id, a.target_user_id)`,
    action && `a.action = ${parameter(action)}`,
    target_id && `a.target_id = ${parameter(target_id)}`,
  ].filter(Boolean);
  return selectJson(
    database.query,
    entryJson,
    `from audit_log a left join all_people p on p.id = a.target_user_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by a.created_at desc, a.id desc limit $1`,
    values,
  );
}

/** Deletes rows that are older than a year (D61). */
export const deleteOldAuditRows = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'audit_log', sql`created_at < now() - interval '1 year'`, limit);
