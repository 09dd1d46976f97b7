import { readSettings } from '../settings/rules.ts';
import { createAdminPost, createPost } from './rules.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';

export const postsCalls = (platform: Platform): Handlers<'create_post' | 'create_admin_post'> => ({
  create_post: ({ input, actor }) => platform.write((tx) => createPost(tx, actor, input)),
  create_admin_post: async ({ input, actor }) => {
    const { site_title } = await readSettings(platform.database.db);
    return platform.write((tx) => createAdminPost(tx, actor, input, site_title));
  },
});
