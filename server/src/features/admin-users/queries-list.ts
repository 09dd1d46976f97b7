import type { AdminUser } from '@lapau/contract/admin-users';
import type { ParsedInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import { subscriberDigits } from '@lapau/contract/phone';
import { sql } from 'kysely';
import { isUnexpiredSql } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject, selectJson, selectJsonIn } from '../../platform/database/json-object.ts';
import { countRows } from '../../platform/database/total.ts';
import type { Total } from '../../platform/database/total.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { containingWords } from '../../platform/text/words.ts';

/** How long another admin may answer a request for a code. */
export const recoveryRequestMs = 24 * 60 * 60_000;

const recoveryRequestJson = jsonObject<NonNullable<AdminUser['recovery_request']>>({
  by: 'r.requested_by',
  by_name: 'a.full_name',
  expires_at: 'r.expires_at',
});
const recoveryAdminJson = jsonObject<NonNullable<AdminUser['recovery_admins']>[number]>({
  id: 'a.admin_id',
  full_name: 'a.full_name',
});
const isFormerAdmin = `p.role <> 'admin' and p.admin_until > now() - interval '${limits.formerAdminDays} days'`;
const adminUserJson = jsonObject<AdminUser>({
  id: 'p.id',
  full_name: 'p.full_name',
  address: 'p.address',
  nagari: 'p.nagari',
  kecamatan: 'p.kecamatan',
  email: 'p.email',
  phone: 'p.phone',
  avatar_url: `'/storage/avatars/' || p.avatar_url`,
  role: 'p.role',
  is_suspended: 'p.is_suspended',
  version: 'p.version',
  updated_at: 'p.updated_at',
  created_at: 'p.created_at',
  mail_refused_at: 'p.mail_refused_at',
  warung_name: '(select w.name from all_stalls w where w.id = p.id)',
  admin_until: `case when ${isFormerAdmin} then p.admin_until end`,
  recovery_admins: `case when ${isFormerAdmin} then (
    select coalesce(jsonb_agg(${recoveryAdminJson} order by a.full_name), '[]')
    from recovery_admins a where a.user_id = p.id) end`,
  recovery_request: `(
    select ${recoveryRequestJson}
    from all_recovery_requests r join all_people a on a.id = r.requested_by
    where r.user_id = p.id and ${isUnexpiredSql('r.expires_at', recoveryRequestMs)})`,
});

/** Leaves out people who are about to be deleted, and whose rows are only hidden until then (D75). */
const isStaying = 'not p.is_removed';

function filtered({ search_term, role, status }: ParsedInput<'count_all_users'>, values: unknown[]): string {
  const conditions = [isStaying];
  if (search_term) {
    const alternatives = [
      `plain_words(p.full_name) like ${containingWords(`$${values.push(search_term)}`)}`,
      `p.email ilike $${values.push(containing(search_term))}`,
    ];
    const digits = subscriberDigits(search_term);
    // a digit beside letters belongs to a name or an e-mail
    if (digits !== '' && (digits.length > 6 || !/\p{L}/u.test(search_term)))
      alternatives.push(`regexp_replace(p.phone, '\\D', '', 'g') like $${values.push(containing(digits))}`);
    conditions.push(`(${alternatives.join(' or ')})`);
  }
  if (role) conditions.push(`p.role = $${values.push(role)}`);
  if (status) conditions.push(status === 'suspended' ? 'p.is_suspended' : 'not p.is_suspended');
  return `from all_people p where ${conditions.join(' and ')}`;
}

/** A page of all people, newest first. */
export async function findAdminUserPage(
  database: Database,
  { before, limit, ...filter }: ParsedInput<'get_all_users_with_profiles'>,
): Promise<AdminUser[]> {
  const values: unknown[] = [limit];
  const from = filtered(filter, values);
  const older = before
    ? `and (p.created_at, p.id) < ($${values.push(before.created_at)}::timestamptz, $${values.push(before.id)}::uuid)`
    : '';
  const rest = `${from} ${older} order by p.created_at desc, p.id desc limit $1`;
  return selectJson(database.queryPlanned, adminUserJson, rest, values);
}

export function countAdminUsers(database: Database, filter: ParsedInput<'count_all_users'>): Promise<Total> {
  const values: unknown[] = [];
  return countRows(database, filtered(filter, values), values);
}

export async function findAdminUser(db: Db, id: string): Promise<AdminUser | undefined> {
  const [person] = await selectJsonIn(db, adminUserJson, sql`from all_people p where p.id = ${id}`);
  return person;
}
