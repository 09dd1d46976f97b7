import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { countAdminUsers, findAdminUserPage } from './queries-list.ts';
import { deleteUser } from './rules-delete.ts';
import { updateUserByAdmin } from './rules-edit.ts';
import { createRecoveryCode } from './rules-recovery.ts';
import { toggleUserSuspension } from './rules.ts';

type AdminUserCalls =
  | 'toggle_user_suspension'
  | 'delete_user_by_admin'
  | 'get_all_users_with_profiles'
  | 'count_all_users'
  | 'update_user_by_admin'
  | 'create_recovery_code';

export const adminUsersCalls = (platform: Platform): Handlers<AdminUserCalls> => ({
  get_all_users_with_profiles: ({ input }) => findAdminUserPage(platform.database, input),
  count_all_users: ({ input }) => countAdminUsers(platform.database, input),
  update_user_by_admin: ({ input, actor }) => platform.transaction((tx) => updateUserByAdmin(tx, actor, input)),
  create_recovery_code: ({ input, actor }) =>
    platform.transaction((tx) => createRecoveryCode(tx, actor, input.user_id)),
  toggle_user_suspension: ({ input, actor }) => platform.transaction((tx) => toggleUserSuspension(tx, actor, input)),
  delete_user_by_admin: ({ input, actor }) => platform.transaction((tx) => deleteUser(tx, actor, input)),
});
