import type { ParsedInput } from '@lapau/contract/calls';
import type { Role } from '@lapau/contract/profile';
import type { Warung } from '@lapau/contract/warungs';
import type { Database, Db, DbTransaction } from '../../platform/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';
import type { SharedPost } from '../posts/rules.ts';

export const warungsFileColumns: FileColumn[] = [
  { table: 'warungs', column: 'avatar_url' },
  { table: 'seller_applications', column: 'warung_avatar_url' },
  { table: 'seller_applications', column: 'sample_menu_image_url' },
];

/** A stall and its owner, whose row is locked first, as everything that decides about a person does. */
export async function lockWarung(
  db: DbTransaction,
  id: string,
): Promise<{ is_suspended: boolean; owner_role: Role } | undefined> {
  const owner = await db.selectFrom('profiles').where('id', '=', id).select('role').forNoKeyUpdate().executeTakeFirst();
  const warung = await db
    .selectFrom('warungs')
    .where('id', '=', id)
    .select('is_suspended')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return owner && warung && { ...warung, owner_role: owner.role };
}

export const warungExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('warungs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const setWarungSuspended = (db: Db, id: string, isSuspended: boolean) =>
  db.updateTable('warungs').set({ is_suspended: isSuspended }).where('id', '=', id).execute();

const warungJson = `
  json_build_object(
    'id', w.id, 'name', w.name, 'bio', w.bio, 'address', w.address, 'nagari', p.nagari,
    'avatar_url', '/storage/avatars/' || coalesce(w.avatar_url, p.avatar_url),
    'phone_number', w.phone_number, 'whatsapp_number', w.whatsapp_number, 'is_open', w.is_open,
    'updated_at', w.updated_at, 'created_at', w.created_at)`;
const visibleWarungs = `
  from warungs w join profiles p on p.id = w.id
  where not w.is_suspended and not p.is_suspended and p.role <> 'pembeli'`;

/** `%` and `_` in a search are literal (D14). */
const contains = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** A page of the stalls that members see, newest first. */
export async function findWarungPage(
  database: Database,
  { search_term, before, limit }: ParsedInput<'list_warungs'>,
): Promise<Warung[]> {
  const values: unknown[] = [limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const name = search_term && `and w.name ilike ${parameter(contains(search_term))}`;
  const older =
    before &&
    `and (w.created_at, w.id) < (${parameter(before.created_at)}::timestamptz, ${parameter(before.id)}::uuid)`;
  const rows = await database.queryPlanned<{ warung: Warung }>(
    `select ${warungJson} as warung ${visibleWarungs} ${name} ${older ?? ''}
     order by w.created_at desc, w.id desc limit $1`,
    values,
  );
  return rows.map(({ warung }) => warung);
}

/** A stall that members see, or undefined. */
export async function findWarung(database: Database, id: string): Promise<Warung | undefined> {
  const [row] = await database.query<{ warung: Warung }>(
    `select ${warungJson} as warung ${visibleWarungs} and w.id = $1`,
    [id],
  );
  return row?.warung;
}

/** A page of a stall's own dishes that members see, newest first (posts_menu). */
export const findMenuPage = (
  database: Database,
  { warung_id, before, limit }: ParsedInput<'get_warung_menu'>,
): Promise<SharedPost[]> =>
  database.query<SharedPost>(
    `select f.id, f.shared::text as shared
     from (
       select id, created_at from posts
       where user_id = $1 and visible and not is_admin_post
         ${before ? 'and (created_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       order by created_at desc, id desc limit $2
     ) page join feed_posts f on f.id = page.id
     order by page.created_at desc, page.id desc`,
    [warung_id, limit, ...(before ? [before.created_at, before.id] : [])],
  );
