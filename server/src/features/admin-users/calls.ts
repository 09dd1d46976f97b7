import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteUser } from './rules-delete.ts';
import { toggleUserSuspension } from './rules.ts';

export const adminUsersCalls = (platform: Platform): Handlers<'toggle_user_suspension' | 'delete_user_by_admin'> => ({
  toggle_user_suspension: ({ input, actor }) => platform.transaction((tx) => toggleUserSuspension(tx, actor, input)),
  delete_user_by_admin: ({ input, actor }) => platform.transaction((tx) => deleteUser(tx, actor, input)),
});
