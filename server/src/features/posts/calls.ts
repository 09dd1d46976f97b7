import type { Handlers } from '../../platform/http/gate.ts';
import { JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { readSettings } from '../settings/rules.ts';
import { setPostsOpen, undoPostsOpen } from './rules-availability.ts';
import { deletePost } from './rules-delete.ts';
import type { Moderation } from './rules-delete.ts';
import { getMyPost, renewPost, updatePost } from './rules-edit.ts';
import { createAdminPost, createPost, getMenuPage, getPost } from './rules.ts';

type PostCalls =
  | 'create_post'
  | 'create_admin_post'
  | 'get_post_details'
  | 'delete_post'
  | 'get_my_menu'
  | 'set_posts_open'
  | 'undo_posts_open'
  | 'get_my_post'
  | 'update_post'
  | 'renew_post';

/** @param handedIn.confirmOpen notes that the stall of a cook who posts is still open */
export const postsCalls = (
  platform: Platform,
  { confirmOpen, ...moderation }: Moderation & { confirmOpen: (tx: Tx, sellerId: string) => Promise<void> },
): Handlers<PostCalls> => ({
  create_post: ({ input, actor }) =>
    platform.transaction(async (tx) => {
      await confirmOpen(tx, actor.id);
      return createPost(tx, actor, input, platform.storedLimits);
    }),
  create_admin_post: async ({ input, actor }) => {
    const { site_title } = await readSettings(platform.database.db);
    return platform.transaction((tx) => createAdminPost(tx, actor, input, site_title));
  },
  get_post_details: async ({ input, actor }) =>
    new JsonAnswer<'get_post_details'>(await getPost(platform.database, actor.id, input.p_post_id)),
  delete_post: ({ input, actor }) => platform.transaction((tx) => deletePost(tx, actor, input, moderation)),
  get_my_menu: ({ input, actor }) => getMenuPage(platform.database, actor.id, input),
  set_posts_open: ({ input, actor }) => platform.transaction((tx) => setPostsOpen(tx, actor, input)),
  undo_posts_open: ({ input, actor }) => platform.transaction((tx) => undoPostsOpen(tx, actor, input)),
  get_my_post: ({ input, actor }) => getMyPost(platform.database.db, actor, input.post_id),
  update_post: ({ input, actor }) => platform.transaction((tx) => updatePost(tx, actor, input)),
  renew_post: ({ input, actor }) =>
    platform.transaction(async (tx) => {
      await confirmOpen(tx, actor.id);
      return renewPost(tx, actor, input, platform.storedLimits);
    }),
});
