import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import type { Row } from '../../shared/table.ts';
import { cookieOf, memberId, people } from '../data/data.ts';
import { send } from '../load/wrk.ts';
import type { Bench } from './bench.ts';
import { measureCalls, timed } from './calls.ts';

/** Measures the desk and an admin's lists, whole and searched: their first pages, and pages further down. */
export async function measureAdminLists(bench: Bench): Promise<Row[]> {
  const { admin } = people(bench.sizes);
  const ask = <Name extends CallName>(call: Name, input: CallInput<Name>) =>
    send(bench.lapau.url, { path: `/rpc/${call}`, cookie: cookieOf(admin), body: input });
  const lastOf = async (call: 'get_all_users_with_profiles' | 'get_audit_log' | 'get_pending_reports') => {
    const page = JSON.parse(await ask(call, { limit: 50 })) as CallOutput<typeof call>;
    const { created_at, id } = page.at(-1) ?? { created_at: new Date().toISOString(), id: memberId(1) };
    return { created_at, id };
  };
  const common = { search_term: 'tanjung' };
  const missing = { search_term: 'qxyzzy' };
  return measureCalls(bench, admin, [
    timed('admin: the desk', 'get_admin_stats', {}),
    timed('admin: the weeks', 'get_admin_weeks', {}),
    timed('admin: applications that wait', 'get_pending_applications', { oldest_first: true }),
    timed('admin: reports that wait', 'get_pending_reports', {}),
    timed('admin: reports that wait, further down', 'get_pending_reports', {
      after: await lastOf('get_pending_reports'),
    }),
    timed('admin: appeals that wait', 'get_pending_appeals', {}),
    timed('admin: people', 'get_all_users_with_profiles', {}),
    timed('admin: people, further down', 'get_all_users_with_profiles', {
      before: await lastOf('get_all_users_with_profiles'),
    }),
    timed('admin: people by a common name', 'get_all_users_with_profiles', common),
    timed('admin: people by a name that nobody has', 'get_all_users_with_profiles', missing),
    timed('admin: people who are admins', 'get_all_users_with_profiles', { role: 'admin' }),
    timed('admin: people who are suspended, nobody', 'get_all_users_with_profiles', { status: 'suspended' }),
    timed('admin: how many people', 'count_all_users', {}),
    timed('admin: how many people by a common name', 'count_all_users', common),
    timed('admin: how many people by a name that nobody has', 'count_all_users', missing),
    timed('admin: stalls', 'get_all_warungs_with_owner_info', {}),
    timed('admin: stalls by a common name', 'get_all_warungs_with_owner_info', common),
    timed('admin: stalls by a name that none has', 'get_all_warungs_with_owner_info', missing),
    timed('admin: how many stalls by a common name', 'count_all_warungs', common),
    timed('admin: log', 'get_audit_log', {}),
    timed('admin: log, further down', 'get_audit_log', { before: await lastOf('get_audit_log') }),
    timed('admin: log of a person', 'get_audit_log', { person_id: memberId(1) }),
    timed('admin: log of an admin', 'get_audit_log', { person_id: memberId(admin) }),
    timed('admin: log of an action', 'get_audit_log', { action: 'delete_comment' }),
    timed('admin: log of an item', 'get_audit_log', { target_id: memberId(1) }),
    timed('admin: banners', 'get_banners', {}),
    timed('admin: spellings', 'get_spellings', {}),
  ]);
}
