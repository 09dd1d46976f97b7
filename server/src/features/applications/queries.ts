import type { OwnApplication, PendingApplication } from '@lapau/contract/applications';
import type { ParsedInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject, selectJson, selectJsonIn } from '../../platform/database/json-object.ts';
import type { JsonFields } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const applicationsFileColumns: FileColumn[] = [
  // a later upload under the same name must not replace the picture that an admin is looking at (D31)
  { table: 'seller_applications', column: 'warung_avatar_url', underReview: sql`status = 'pending'` },
  { table: 'seller_applications', column: 'sample_menu_image_url' },
];

export type StoredApplication = Selectable<Schema['seller_applications']>;

const applicationFields: JsonFields<Pick<OwnApplication, keyof OwnApplication & keyof PendingApplication>> = {
  id: 'a.id',
  warung_name: 'a.warung_name',
  warung_description: 'a.warung_description',
  warung_avatar_url: `'/storage/avatars/' || a.warung_avatar_url`,
  sample_menu_image_url: `'/storage/posts/' || a.sample_menu_image_url`,
  phone_number: 'a.phone_number',
  address: 'a.address',
  created_at: 'a.created_at',
};
const ownApplicationJson = jsonObject<OwnApplication>({
  ...applicationFields,
  street: 'a.street',
  nagari: 'a.nagari',
  kecamatan: 'a.kecamatan',
  city: 'a.city',
  province: 'a.province',
  status: 'a.status',
  decided_at: 'a.decided_at',
  rejection_reason: 'a.rejection_reason',
  rejection_field: 'a.rejection_field',
});

/** A person's latest application, or undefined. */
export async function findLatestApplication(db: Db, userId: string): Promise<OwnApplication | undefined> {
  const [application] = await selectJsonIn(
    db,
    ownApplicationJson,
    sql`from seller_applications a where a.user_id = ${userId} order by a.created_at desc, a.id desc limit 1`,
  );
  return application;
}

/** A page of the applications that wait for a decision, with their applicants. */
export async function findPendingApplications(
  database: Database,
  adminId: string,
  { before, limit, oldest_first }: ParsedInput<'get_pending_applications'>,
): Promise<PendingApplication[]> {
  const [further, direction] = oldest_first ? ['>', 'asc'] : ['<', 'desc'];
  const json = jsonObject<PendingApplication>({
    ...applicationFields,
    user_id: 'p.id',
    full_name: 'p.full_name',
    email: 'p.email',
    is_suspended: 'p.is_suspended',
    version: `decision_version('application', a.id)`,
    is_own: 'p.id = $2',
  });
  return selectJson(
    database.query,
    json,
    `from seller_applications a join all_people p on p.id = a.user_id
     where a.status = 'pending' ${before ? `and (a.created_at, a.id) ${further} ($3::timestamptz, $4::uuid)` : ''}
     order by a.created_at ${direction}, a.id ${direction} limit $1`,
    [limit, adminId, ...(before ? [before.created_at, before.id] : [])],
  );
}

export const findApplication = (db: Db, id: string): Promise<StoredApplication | undefined> =>
  db.selectFrom('seller_applications').selectAll().where('id', '=', id).executeTakeFirst();

/** Whether a person, who is locked already, has an application that waits for a decision. */
export const hasPendingApplication = async (db: DbTransaction, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('seller_applications')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst()) !== undefined;

export const insertApplication = (db: DbTransaction, application: Insertable<Schema['seller_applications']>) =>
  db.insertInto('seller_applications').values(application).returning('id').executeTakeFirstOrThrow();

export const decideApplication = (
  db: DbTransaction,
  id: string,
  decision: Pick<Updateable<Schema['seller_applications']>, 'status' | 'rejection_reason' | 'rejection_field'>,
) =>
  db
    .updateTable('seller_applications')
    .set({ ...decision, decided_at: decision.status === 'pending' ? null : now })
    .where('id', '=', id)
    .execute();

/** Deletes a person's applications that were decided until a moment. @returns their columns that refer to files */
export const deleteDecidedRows = (db: DbTransaction, userId: string, until: Date) =>
  db
    .deleteFrom('seller_applications')
    .where('user_id', '=', userId)
    .where('status', '<>', 'pending')
    .where('decided_at', '<=', until)
    .returning(['warung_avatar_url', 'sample_menu_image_url'])
    .execute();
