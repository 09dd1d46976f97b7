import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const authFileColumns: FileColumn[] = [{ table: 'profiles', column: 'avatar_url' }];

export const findByEmail = (
  db: Db,
  email: string,
): Promise<{ id: string; sign_up_key: string | null; email_verified: boolean } | undefined> =>
  db
    .selectFrom('profiles')
    .where(sql`lower(email)`, '=', email)
    .select(['id', 'sign_up_key', 'email_verified'])
    .executeTakeFirst();

export const findEmail = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('profiles').where('id', '=', userId).select('email').executeTakeFirst())?.email;

export const hasUnverifiedEmail = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .select('id')
    .executeTakeFirst()) !== undefined;

/**
 * Notes at an e-mail's account and pending sign-ups whether mails reach that e-mail.
 * @returns whether an account has changed
 */
export async function noteMailbox(db: Db, email: string, takesMail: boolean): Promise<boolean> {
  const mail_refused_at = takesMail ? null : now;
  await db
    .updateTable('pending_sign_ups')
    .set({ mail_refused_at })
    .where('email', '=', email)
    .where('mail_refused_at', takesMail ? 'is not' : 'is', null)
    .execute();
  const changed = await db
    .updateTable('profiles')
    .set({ mail_refused_at })
    .where(sql`lower(email)`, '=', email)
    .where('mail_refused_at', takesMail ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** @returns undefined when there is no such account */
export const markEmailVerified = (db: Db, userId: string): Promise<{ email: string } | undefined> =>
  db
    .updateTable('profiles')
    .set({ email_verified: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst();

/** Finds the nagari of the stalls that members see, each in its commonest spelling, by name (D11, D13). Everybody may read them. */
export const findKnownNagari = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ nagari: string }>`
    select nagari from (
      select mode() within group (order by nagari) as nagari
      from displayed_stalls where visible and nagari_key(nagari) <> ''
      group by nagari_key(nagari)
      order by count(*) desc
      limit 200
    ) known
    order by nagari`.execute(db);
  return rows.map((row) => row.nagari);
};

export const findAdminNames = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('profiles').where('role', '=', 'admin').select('full_name').execute()).map(
    ({ full_name }) => full_name,
  );

/** Finds the shown names of the admins who are not suspended, in order; a nagari has only a few admins. */
export const findShownAdmins = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from visible_people where is_admin order by name limit 10`.execute(db);
  return rows.map(({ name }) => name);
};

/** The names of everybody who is no admin, and of their stalls. */
export const findNamesOfOthers = async (db: Db, exceptId: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select unnest(array[p.full_name, w.name]) as name from profiles p left join all_stalls w on w.id = p.id
    where p.id <> ${exceptId} and p.role <> 'admin'`.execute(db);
  return rows.map(({ name }) => name ?? '');
};

export const adminExists = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('profiles').where('role', '=', 'admin').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Writes what a person, or an admin, has changed of a profile. */
export const updatePersonRow = (db: Db, id: string, profile: Updateable<Schema['profiles']>) =>
  db
    .updateTable('profiles')
    .set({ ...profile, version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();

/** Writes what admins decide about a person, or the role that comes with a stall; it is no new version of the profile. */
export const setPersonState = (
  db: Db,
  id: string,
  state: Pick<Updateable<Schema['profiles']>, 'role' | 'is_suspended' | 'suspension_reason' | 'is_removed'>,
) => db.updateTable('profiles').set(state).where('id', '=', id).execute();

/** Foreign keys delete everything of the person's with the row, except what other people need (D30). */
export const deletePersonRow = (db: Db, id: string) => db.deleteFrom('profiles').where('id', '=', id).execute();
