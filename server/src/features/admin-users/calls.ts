import { count_all_users } from '@lapau/contract/admin-users';
import type { AdminUser } from '@lapau/contract/admin-users';
import { nameOf } from '@lapau/contract/known';
import { roleNames } from '@lapau/contract/roles';
import type { FastifyInstance } from 'fastify';
import { mountCsvExport } from '../../platform/http/csv-export.ts';
import { csvPhone, csvTime } from '../../platform/http/csv.ts';
import type { CsvColumns } from '../../platform/http/csv.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAction } from '../audit/rules.ts';
import { countAdminUsers, findAdminUserPage } from './queries-list.ts';
import { deleteUser } from './rules-delete.ts';
import { updateUserByAdmin } from './rules-edit.ts';
import { createRecoveryCode, requestRecoveryCode } from './rules-recovery.ts';

type AdminUserCalls =
  | 'delete_user_by_admin'
  | 'get_all_users_with_profiles'
  | 'count_all_users'
  | 'update_user_by_admin'
  | 'create_recovery_code'
  | 'request_recovery_code';

export const adminUsersCalls = (platform: Platform): Handlers<AdminUserCalls> => ({
  get_all_users_with_profiles: ({ input }) => findAdminUserPage(platform.database, input),
  count_all_users: ({ input }) => countAdminUsers(platform.database, input),
  update_user_by_admin: ({ input, actor }) => platform.transaction((tx) => updateUserByAdmin(tx, actor, input)),
  create_recovery_code: ({ input, actor }) =>
    platform.transaction((tx) => createRecoveryCode(tx, actor, input.user_id)),
  request_recovery_code: ({ input, actor }) =>
    platform.transaction((tx) => requestRecoveryCode(tx, actor, input.user_id)),
  delete_user_by_admin: ({ input, actor }) => platform.transaction((tx) => deleteUser(tx, actor, input)),
});

const columns: CsvColumns<AdminUser> = [
  ['Nama lengkap', (user) => user.full_name],
  ['Email', (user) => user.email],
  ['Nomor HP', (user) => csvPhone(user.phone)],
  ['Alamat', (user) => user.address],
  ['Nagari', (user) => user.nagari],
  ['Kecamatan', (user) => user.kecamatan],
  ['Peran', (user) => nameOf(roleNames, user.role)],
  ['Warung', (user) => user.warung_name ?? ''],
  ['Status', (user) => (user.is_suspended ? 'Ditangguhkan' : 'Aktif')],
  ['Terdaftar (WIB)', (user) => csvTime(user.created_at)],
];

/** GET /export/pengguna.csv: the people of get_all_users_with_profiles as a file. */
export const mountUserExport = (app: FastifyInstance, gate: Gate, platform: Platform): void =>
  mountCsvExport(app, gate, platform, {
    name: 'pengguna',
    filter: count_all_users.input,
    // The log says whether something was looked for, but not what: it may be a name, a number or an e-mail (D130).
    record: (tx, admin, { search_term, ...filter }) =>
      recordAction(tx, admin, {
        action: 'export_users',
        target: { type: 'list', id: 'pengguna' },
        details: { filter: { ...filter, searched: search_term !== '' } },
      }),
    columns,
    findBatch: (filter, before, limit) => findAdminUserPage(platform.database, { ...filter, before, limit }),
  });
