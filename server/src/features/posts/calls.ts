import type { CallOutput } from '@lapau/contract/calls';
import type { Handlers } from '../../platform/http/gate.ts';
import { JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Seller } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { readSettings } from '../settings/rules.ts';
import { setPostsOpen, undoPostsOpen } from './rules-availability.ts';
import { cookAgain } from './rules-cook-again.ts';
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
  | 'renew_post'
  | 'cook_again';

type OfStall = {
  /** Notes that the stall of a cook who posts is still open. */
  confirmOpen: (tx: Tx, sellerId: string) => Promise<void>;
  /** Opens a cook's stall, which is locked from then on, unless a newer choice has closed it. @throws AppError warung_not_found */
  openStall: (tx: Tx, actor: Seller, ageMs: number) => Promise<CallOutput<'cook_again'>['warung']>;
};

export const postsCalls = (
  platform: Platform,
  { confirmOpen, openStall, ...moderation }: Moderation & OfStall,
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
  undo_posts_open: ({ input, actor }) =>
    platform.transaction((tx) => undoPostsOpen(tx, actor, input, platform.storedLimits)),
  get_my_post: ({ input, actor }) => getMyPost(platform.database.db, actor, input.post_id),
  update_post: ({ input, actor }) => platform.transaction((tx) => updatePost(tx, actor, input)),
  renew_post: ({ input, actor }) =>
    platform.transaction(async (tx) => {
      await confirmOpen(tx, actor.id);
      return renewPost(tx, actor, input, platform.storedLimits);
    }),
  cook_again: ({ input, actor }) =>
    platform.transaction(async (tx) => {
      const warung = await openStall(tx, actor, input.age_ms);
      return cookAgain(tx, actor, input, warung, platform.storedLimits);
    }),
});
