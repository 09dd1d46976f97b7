import type { PendingAppeal } from '@lapau/contract/appeals';
import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Insertable, Selectable } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject, selectJson } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredAppeal = Selectable<Schema['appeals']>;

export const findAppeal = (db: Db, id: string): Promise<StoredAppeal | undefined> =>
  db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst();

export const findAppealAgainst = (db: Db, decisionId: string): Promise<StoredAppeal | undefined> =>
  db.selectFrom('appeals').selectAll().where('decision_id', '=', decisionId).executeTakeFirst();

type OwnAppeal = CallOutput<'get_my_appeal'>['appeal'];

const ownAppealJson = jsonObject<NonNullable<OwnAppeal>>({
  content: 'a.content',
  status: 'a.status',
  created_at: 'a.created_at',
  answer: `coalesce(answer.reason, '')`,
});

/** The appeal against a decision, if there is one, and what decides who may read it; undefined when there is no such decision. */
export async function findAppealAndDecision(
  database: Database,
  decisionId: string,
): Promise<(CallOutput<'get_my_appeal'> & { user_id: string | null; undone_at: Date | null }) | undefined> {
  const [row] = await database.query<NonNullable<Awaited<ReturnType<typeof findAppealAndDecision>>>>(
    `select d.user_id, d.undone_at, case when a.id is not null then ${ownAppealJson} end as appeal
     from all_decisions d
     left join appeals a on a.decision_id = d.id
     left join all_decisions answer on answer.id = a.answer_id
     where d.id = $1`,
    [decisionId],
  );
  return row;
}

export const insertAppeal = (db: DbTransaction, appeal: Insertable<Schema['appeals']>): Promise<{ id: string }> =>
  db.insertInto('appeals').values(appeal).returning('id').executeTakeFirstOrThrow();

export const answerAppeal = (db: Db, id: string, status: 'accepted' | 'rejected', answerId: string) =>
  db.updateTable('appeals').set({ status, answer_id: answerId, decided_at: now }).where('id', '=', id).execute();

/** @returns whether any row was changed */
export const reopenAppealsRows = async (db: Db, answerId: string): Promise<boolean> =>
  (
    await db
      .updateTable('appeals')
      .set({ status: 'pending', answer_id: null, decided_at: null })
      .where('answer_id', '=', answerId)
      .returning('id')
      .execute()
  ).length > 0;

export type Suspended = { type: 'user' | 'warung'; id: string };

const suspensionsOf = (db: Db, { type, id }: Suspended) =>
  db
    .selectFrom('all_decisions')
    .select('id')
    .where('subject_id', '=', id)
    .where('subject_type', '=', type)
    .where('action', '=', 'suspend');

export const findAppealsAgainst = async (db: Db, suspended: Suspended): Promise<string[]> =>
  (
    await db
      .selectFrom('appeals')
      .select('id')
      .where('status', '=', 'pending')
      .where('decision_id', 'in', () => suspensionsOf(db, suspended))
      .execute()
  ).map(({ id }) => id);

/** Accepts the appeals that wait against a suspension. @returns their ids */
export const acceptAppealsAgainst = async (db: Db, suspended: Suspended, answerId: string): Promise<string[]> =>
  (
    await db
      .updateTable('appeals')
      .set({ status: 'accepted', answer_id: answerId, decided_at: now })
      .where('status', '=', 'pending')
      .where('decision_id', 'in', () => suspensionsOf(db, suspended))
      .returning('id')
      .execute()
  ).map(({ id }) => id);

/** Deletes the appeals that wait against a suspension. @returns whether there were any */
export const deleteAppealsAgainst = async (db: Db, suspended: Suspended): Promise<boolean> =>
  (
    await db
      .deleteFrom('appeals')
      .where('status', '=', 'pending')
      .where('decision_id', 'in', () => suspensionsOf(db, suspended))
      .returning('id')
      .execute()
  ).length > 0;

/** @returns the appeal's id, if there was one */
export const deleteAppealAgainst = async (db: Db, decisionId: string): Promise<string[]> =>
  (await db.deleteFrom('appeals').where('decision_id', '=', decisionId).returning('id').execute()).map(({ id }) => id);

export const findSuspensionReason = async (db: Db, view: 'all_people' | 'all_stalls', id: string): Promise<string> =>
  (await db.selectFrom(view).select('suspension_reason').where('id', '=', id).executeTakeFirst())?.suspension_reason ??
  '';

/** A page of the appeals that wait, the longest waiting first. */
export async function findPendingAppeals(
  database: Database,
  adminId: string,
  undoMs: number,
  { after, limit }: ParsedInput<'get_pending_appeals'>,
): Promise<PendingAppeal[]> {
  const json = jsonObject<PendingAppeal>({
    id: 'a.id',
    created_at: 'a.created_at',
    content: 'a.content',
    user_id: 'p.id',
    full_name: 'p.full_name',
    is_by_me: 'coalesce(d.decided_by = $2, false)',
    is_own: 'a.user_id = $2',
    version: `decision_version('appeal', a.id)`,
    decision: jsonObject<PendingAppeal['decision']>({
      id: 'd.id',
      subject_type: 'd.subject_type',
      subject_id: 'd.subject_id',
      action: 'd.action',
      reason: 'd.reason',
      decided_by: 'd.decided_by',
      decided_by_name: 'd.decided_by_name',
      decided_at: 'd.created_at',
      version: 'd.number',
      undo_until: 'd.created_at + make_interval(secs => $3 / 1000.0)',
    }),
  });
  return selectJson(
    database.query,
    json,
    `from appeals a
     join all_decisions d on d.id = a.decision_id
     join all_people p on p.id = a.user_id
     where a.status = 'pending'
       ${after ? 'and (a.created_at, a.id) > ($4::timestamptz, $5::uuid)' : ''}
     order by a.created_at, a.id limit $1`,
    [limit, adminId, undoMs, ...(after ? [after.created_at, after.id] : [])],
  );
}
