import type { AdminWarung } from '@lapau/contract/admin-warungs';
import type { ParsedInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJson, selectJsonIn } from '../../platform/database/json-object.ts';
import { countRows } from '../../platform/database/total.ts';
import type { Total } from '../../platform/database/total.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { containingWords } from '../../platform/text/words.ts';

const status = `case when w.is_suspended or w.owner_is_suspended then 'suspended' when w.owner_role = 'pembeli' then 'hidden' else 'active' end`;
const adminWarungJson = jsonObject<AdminWarung>({
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
  is_suspended: 'w.is_suspended',
  owner_full_name: 'w.owner_full_name',
  owner_email: 'w.owner_email',
  owner_role: 'w.owner_role',
  status,
  version: 'w.version',
});
const allWarungs = `from displayed_stalls w`;

/** A stall that is about to be deleted, with or without its owner, is only hidden until then (D75). */
const isStaying = `not exists (
  select from all_decisions d where d.subject_id = w.id and d.subject_type in ('user', 'warung') and d.action = 'delete'
    and d.undone_at is null and d.settled_at is null)`;

function filtered({ search_term, status: wanted }: ParsedInput<'count_all_warungs'>, values: unknown[]): string {
  const conditions = [isStaying];
  if (search_term) {
    const name = containingWords(`$${values.push(search_term)}`);
    const email = `$${values.push(containing(search_term))}`;
    conditions.push(
      `(plain_words(w.name) like ${name} or plain_words(w.owner_full_name) like ${name} or w.owner_email ilike ${email})`,
    );
  }
  if (wanted) conditions.push(`${status} = $${values.push(wanted)}`);
  return `${allWarungs} where ${conditions.join(' and ')}`;
}

/** A page of all stalls, newest first. */
export async function findAdminWarungPage(
  database: Database,
  { before, limit, ...filter }: ParsedInput<'get_all_warungs_with_owner_info'>,
): Promise<AdminWarung[]> {
  const values: unknown[] = [limit];
  const from = filtered(filter, values);
  const older = before
    ? `and (w.created_at, w.id) < ($${values.push(before.created_at)}::timestamptz, $${values.push(before.id)}::uuid)`
    : '';
  const rest = `${from} ${older} order by w.created_at desc, w.id desc limit $1`;
  return selectJson(database.queryPlanned, adminWarungJson, rest, values);
}

export function countAdminWarungs(database: Database, filter: ParsedInput<'count_all_warungs'>): Promise<Total> {
  const values: unknown[] = [];
  return countRows(database, filtered(filter, values), values);
}

export async function findAdminWarung(db: Db, id: string): Promise<AdminWarung | undefined> {
  const [warung] = await selectJsonIn(db, adminWarungJson, sql`${sql.raw(allWarungs)} where w.id = ${id}`);
  return warung;
}
