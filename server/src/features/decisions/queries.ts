import type { DecisionSubject } from '@lapau/contract/decisions';
import type { Read } from '@lapau/contract/known';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StateBefore } from '../../platform/database/stored-json.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

export type StoredDecision = Selectable<Schema['decisions']>;

/** The latest decision about a subject that was not undone. */
export const findLatestDecision = (
  db: Db,
  subject: { type: Read<DecisionSubject>; id: string },
): Promise<StoredDecision | undefined> =>
  db
    .selectFrom('decisions')
    .selectAll()
    .where('subject_id', '=', subject.id)
    .where('subject_type', '=', subject.type)
    .where('undone_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findDecision = (db: Db, id: string): Promise<StoredDecision | undefined> =>
  db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();

type NewDecision = Pick<
  Insertable<Schema['decisions']>,
  'subject_type' | 'subject_id' | 'action' | 'user_id' | 'reason'
> & { decided_by: string; state_before: StateBefore };

/** Adds a row; the admin's current name is stored too, because the account may be deleted. */
export const insertDecision = (db: Db, decision: NewDecision): Promise<StoredDecision> =>
  db
    .insertInto('decisions')
    .values({
      ...decision,
      state_before: JSON.stringify(decision.state_before),
      decided_by_name: sql<string>`coalesce((select full_name from all_people where id = ${decision.decided_by}), '')`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const markUndone = (db: Db, id: string): Promise<StoredDecision> =>
  db
    .updateTable('decisions')
    .set({ undone_at: now, state_before: '{}' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const markSettled = (db: Db, id: string) =>
  db.updateTable('decisions').set({ settled_at: now, state_before: '{}' }).where('id', '=', id).execute();

/** Deletes decisions older than a year, except one by which a person or stall is still suspended (D61): it can be appealed against. */
export const deleteOldDecisions = (db: Db, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'decisions',
    sql`created_at < now() - interval '1 year' and not (
      action = 'suspend' and undone_at is null and (
        exists (select from all_people where id = subject_id and is_suspended)
        or exists (select from all_stalls where id = subject_id and is_suspended)))`,
    limit,
  );
