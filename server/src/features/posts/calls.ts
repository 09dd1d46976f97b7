import type { Handlers } from '../../platform/http/gate.ts';
import { JsonAnswer } from '../../platform/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../settings/rules.ts';
import { createAdminPost, createPost, deletePost, getPost } from './rules.ts';

type PostCalls = 'create_post' | 'create_admin_post' | 'get_post_details' | 'delete_post';

export const postsCalls = (platform: Platform): Handlers<PostCalls> => ({
  create_post: ({ input, actor }) => platform.transaction((tx) => createPost(tx, actor, input)),
  create_admin_post: async ({ input, actor }) => {
    const { site_title } = await readSettings(platform.database.db);
    return platform.transaction((tx) => createAdminPost(tx, actor, input, site_title));
  },
  get_post_details: async ({ input, actor }) =>
    new JsonAnswer<'get_post_details'>(await getPost(platform.database, actor.id, input.p_post_id)),
  delete_post: async ({ input, actor }) => ({
    deleted: await platform.transaction((tx) => deletePost(tx, actor, input.post_id)),
  }),
});
