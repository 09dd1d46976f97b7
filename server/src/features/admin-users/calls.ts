import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { toggleUserSuspension } from './rules.ts';

export const adminUsersCalls = (platform: Platform): Handlers<'toggle_user_suspension'> => ({
  toggle_user_suspension: ({ input, actor }) => platform.transaction((tx) => toggleUserSuspension(tx, actor, input)),
});
