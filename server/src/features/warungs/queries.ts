import type { ParsedInput } from '@lapau/contract/calls';
import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import type { MyWarung, Warung } from '@lapau/contract/warungs';
import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { isClockTrusted } from '../../platform/clock/clock-jumps.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject, selectJson, selectJsonIn } from '../../platform/database/json-object.ts';
import type { JsonFields } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';
import { containingWords, hasWords, placesOf } from '../../platform/text/words.ts';
import type { Combination, Sought } from '../../platform/text/words.ts';
import type { SharedPost } from '../posts/rules.ts';

export const warungsFileColumns: FileColumn[] = [{ table: 'warungs', column: 'avatar_url' }];

/** Locks a stall and, before it, its owner, as everything does that decides about a person. */
export async function lockWarungAndOwner(
  db: DbTransaction,
  id: string,
): Promise<{ is_suspended: boolean; suspension_reason: string; owner_role: Read<Role> } | undefined> {
  const owner = await db
    .selectFrom('all_people')
    .where('id', '=', id)
    .select('role')
    .forNoKeyUpdate()
    .executeTakeFirst();
  const warung = await db
    .selectFrom('warungs')
    .where('id', '=', id)
    .select(['is_suspended', 'suspension_reason'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return owner && warung && { ...warung, owner_role: owner.role };
}

export const warungExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('warungs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const setWarungSuspended = (db: Db, id: string, isSuspended: boolean, reason: string) =>
  db
    .updateTable('warungs')
    .set({ is_suspended: isSuspended, suspension_reason: reason })
    .where('id', '=', id)
    .execute();

export const findWarungRow = (db: Db, id: string): Promise<Selectable<Schema['warungs']> | undefined> =>
  db.selectFrom('warungs').selectAll().where('id', '=', id).executeTakeFirst();

/** @param row the row as findWarungRow read it, after a way through JSON */
export const restoreWarungRow = (db: Db, id: string, row: Updateable<Schema['warungs']>) =>
  db.updateTable('warungs').set(row).where('id', '=', id).execute();

/** Whether a stall has any dish, also a hidden one. */
export const hasMenu = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('all_posts')
    .select('id')
    .where('user_id', '=', id)
    .where('is_admin_post', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const warungFields: JsonFields<Warung> = {
  id: 'w.id',
  name: 'w.name',
  bio: 'w.bio',
  address: 'w.address',
  nagari: 'w.nagari',
  avatar_url: `'/storage/avatars/' || w.avatar_url`,
  phone_number: 'w.phone_number',
  whatsapp_number: 'w.whatsapp_number',
  is_open: 'w.is_open',
  confirmed_at: 'w.confirmed_at',
  updated_at: 'w.updated_at',
  created_at: 'w.created_at',
};
const warungJson = jsonObject<Warung>(warungFields);
const ownWarungJson = jsonObject<MyWarung>({
  ...warungFields,
  closes_nightly: 'w.closes_nightly',
  version: 'w.version',
});
const visibleWarungs = `from displayed_stalls w where w.visible`;
/** Adds to each stall its name as searches compare it; OFFSET 0 makes PostgreSQL compute it once. */
const soughtWarungs = `
  from (select s.*, plain_words(s.name) as plain_name from displayed_stalls s where s.visible offset 0) w where true`;

/**
 * A page of the stalls that members see, newest first.
 * @param page has `words` if the names of the stalls have to hold these, in any order
 */
export async function findWarungPage(
  database: Database,
  { search_term, before, limit, words }: ParsedInput<'list_warungs'> & { words?: Sought[] },
): Promise<Warung[]> {
  const values: unknown[] = [limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const contains = search_term && `and w.plain_name like ${containingWords(parameter(search_term))}`;
  const named = words && `and ${hasWords('w.plain_name', 'w.plain_name', words, parameter)}`;
  const older =
    before &&
    `and (w.created_at, w.id) < (${parameter(before.created_at)}::timestamptz, ${parameter(before.id)}::uuid)`;
  return selectJson(
    database.queryPlanned,
    warungJson,
    `${contains || named ? soughtWarungs : visibleWarungs} ${contains} ${named ?? ''} ${older ?? ''} order by w.created_at desc, w.id desc limit $1`,
    values,
  );
}

/** Counts which of the words the names of the stalls that members see have together. */
export function findNameCombinations(database: Database, words: Sought[]): Promise<Combination[]> {
  const values: unknown[] = [];
  const places = placesOf('w.plain_name', words, (value) => `$${values.push(value)}`);
  return database.queryPlanned(
    `select ${places} as places, count(*)::int as count ${soughtWarungs} group by 1`,
    values,
  );
}

/** A stall that members see, or undefined. */
export async function findWarung(database: Database, id: string): Promise<Warung | undefined> {
  const [warung] = await selectJson(database.query, warungJson, `${visibleWarungs} and w.id = $1`, [id]);
  return warung;
}

/** The id of the stall that has a code, if members see it. */
export async function findIdByShortCode(database: Database, code: string): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(`select w.id ${visibleWarungs} and w.short_code = $1`, [code]);
  return row?.id;
}

export const findShortCode = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('warungs').select('short_code').where('id', '=', id).executeTakeFirst())?.short_code;

/** A page of a stall's own dishes that members see, newest first (posts_menu). */
export const findMenuPage = (
  database: Database,
  { warung_id, before, limit }: ParsedInput<'get_warung_menu'>,
): Promise<SharedPost[]> =>
  database.query<SharedPost>(
    `select f.id, f.shared::text as shared
     from (
       select id, created_at from all_posts
       where user_id = $1 and visible and not is_admin_post
         ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       order by created_at desc, id desc limit $2
     ) page join feed_posts f on f.id = page.id
     order by page.created_at desc, page.id desc`,
    [warung_id, limit, ...(before ? [before.created_at, before.id] : [])],
  );

/** A person's own stall, also while members do not see it, or undefined. */
export async function findOwnWarung(db: Db, userId: string): Promise<MyWarung | undefined> {
  const [warung] = await selectJsonIn(db, ownWarungJson, sql`from displayed_stalls w where w.id = ${userId}`);
  return warung;
}

/** Locks a stall; its owner must be locked already. */
export const lockWarung = (db: DbTransaction, id: string) =>
  db
    .selectFrom('warungs')
    .where('id', '=', id)
    .select(['name', 'is_open', 'open_set_at', 'confirmed_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Stores a person's stall, which is closed. A stall that was hidden when its seller lost the role is used again. A suspension stays.
 * The person must be locked already.
 */
export const storeWarung = (
  db: DbTransaction,
  stall: Pick<
    Insertable<Schema['warungs']>,
    'id' | 'name' | 'bio' | 'address' | 'avatar_url' | 'phone_number' | 'whatsapp_number'
  >,
) =>
  db
    .insertInto('warungs')
    .values({ ...stall, is_open: false })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        ...stall,
        is_open: false,
        version: row('warungs.version', '+', 1),
        open_set_at: now,
        updated_at: now,
      })),
    )
    .execute();

/** The fields that cooks change of their own stall, and admins of any stall, except the nightly closing. */
export type WarungFields = Omit<ParsedInput<'update_warung_by_admin'>, 'warung_id' | 'version'> &
  Partial<Omit<ParsedInput<'update_my_warung'>, 'version'>>;

/** Writes a stall's fields as its next version. */
export const updateWarungRow = (db: Db, id: string, fields: WarungFields, version: number) =>
  db
    .updateTable('warungs')
    .set({ ...fields, version, updated_at: now })
    .where('id', '=', id)
    .execute();

/** @param avatar path in bucket avatars with its timestamp (D47) */
export const updateWarungAvatarRow = (db: Db, id: string, avatar: string) =>
  db.updateTable('warungs').set({ avatar_url: avatar, updated_at: now }).where('id', '=', id).execute();

export const setWarungOpenRow = (
  db: Db,
  id: string,
  state: { is_open: boolean; open_set_at: Date; confirmed_at?: Date },
) => db.updateTable('warungs').set(state).where('id', '=', id).execute();

/** Finds the open stalls that close by themselves, and when they were last confirmed (D68). */
export const findClosingNightly = (db: Db): Promise<{ id: string; confirmed_at: Date | null }[]> =>
  db
    .selectFrom('warungs')
    .where('closes_nightly', '=', true)
    .where('is_open', '=', true)
    .where(isClockTrusted)
    .select(['id', 'confirmed_at'])
    .orderBy('id')
    .execute();

/**
 * Locks a stall with its person and every row that is deleted or changed with them, in the common order (ARCHITECTURE.md,
 * Lock order): with the role, the person's own likes and comments change too.
 */
export async function lockWarungToDelete(
  db: DbTransaction,
  id: string,
): Promise<{ name: string; avatar_url: string | null } | undefined> {
  await sql`select lock_person_to_delete(${id})`.execute(db);
  return db.selectFrom('warungs').select(['name', 'avatar_url']).where('id', '=', id).executeTakeFirst();
}

export const deleteWarungRow = (db: DbTransaction, id: string) =>
  db.deleteFrom('warungs').where('id', '=', id).execute();
