import type { ParsedInput } from '@lapau/contract/calls';
import type { FeedPost, MenuPost } from '@lapau/contract/posts';
import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import { addJsonFields } from '../../platform/http/json-answer.ts';
import type { Json } from '../../platform/http/json-answer.ts';
import type { StoredLimits } from '../../platform/limits/stored-limits.ts';
import type { Admin, Member, Seller } from '../../platform/session/actor.ts';
import { findEarlier, hasContent } from '../../platform/transactions/once.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { maySell } from './policy.ts';
import {
  findNewestVisibleId,
  findOwnMenuPage,
  findReaderState,
  findStallOf,
  findStoredPost,
  findVisiblePost,
  lockPersonShared,
  lockPost,
  insertPost,
} from './queries.ts';
import type { LockedPost, MenuRow, SharedPost } from './queries.ts';

export type { SharedPost };

/** A visible post as it is the same for every reader. */
export type PublicPost = Omit<FeedPost, 'isLikedByUser' | 'isSavedByUser'>;

export const parseShared = ({ shared }: SharedPost): PublicPost => JSON.parse(shared) as PublicPost;

/**
 * Posts a dish of the seller's own stall (product.md#posting).
 * @throws AppError too_many_dishes; what addDish throws
 */
export async function createPost(
  tx: Tx,
  seller: Seller,
  input: ParsedInput<'create_post'>,
  limits: StoredLimits,
): Promise<{ id: string }> {
  const { id, isNew } = await addDish(tx, seller.id, input);
  if (isNew) await limits.count(tx.db, 'too_many_dishes', ['dishesByCook', 'dishesByCookAndDay'], seller.id);
  return { id };
}

/**
 * Adds a dish to a stall's menu. One that is sent several times is added once.
 * @returns its id, and whether it is new
 * @throws AppError post_forbidden without a stall that may sell; file_not_found, file_not_yours; id_conflict, already_deleted
 */
export async function addDish(
  tx: Tx,
  warungId: string,
  { id, ...fields }: ParsedInput<'create_post'>,
): Promise<{ id: string; isNew: boolean }> {
  const post = { ...fields, user_id: warungId };
  const earlier = await findEarlierPost(tx, id, post);
  if (earlier) return { id: earlier.id, isNew: false };
  await lockPersonShared(tx.db, warungId);
  const warung = await findStallOf(tx.db, warungId);
  if (!warung || !maySell(warung)) throw new AppError('post_forbidden');
  const added = await addPost(tx, id, {
    ...post,
    seller_name: warung.name,
    location: warung.nagari,
    phone_number: warung.phone_number,
    whatsapp_number: warung.whatsapp_number,
  });
  return { ...added, isNew: true };
}

/**
 * Posts for the whole community: free of charge, with an optional link and a source name. A post that is sent several times is stored
 * once.
 * @param appName the source that is named when none is given
 * @throws AppError file_not_found, file_not_yours; id_conflict, already_deleted
 */
export async function createAdminPost(
  tx: Tx,
  admin: Admin,
  input: ParsedInput<'create_admin_post'>,
  appName: string,
): Promise<{ id: string }> {
  const { id, ...fields } = input;
  const post = {
    ...fields,
    user_id: admin.id,
    price: 'Gratis',
    is_admin_post: true,
    seller_name: input.seller_name || appName,
    link_url: input.link_url || null,
  };
  const earlier = await findEarlierPost(tx, id, post);
  if (earlier) return { id: earlier.id };
  const added = await addPost(tx, id, post);
  await recordAction(tx, admin, {
    action: 'create_admin_post',
    target: { type: 'post', id: added.id },
    details: { food_name: input.food_name },
  });
  return added;
}

type NewPost = Omit<Insertable<Schema['posts']>, 'id' | 'images' | 'placeholders'> & { images: string[] };

const findEarlierPost = (tx: Tx, id: string | undefined, post: NewPost) =>
  findEarlier(tx, 'post', id, findStoredPost, (stored) => hasContent(stored, post));

async function addPost(tx: Tx, id: string | undefined, post: NewPost): Promise<{ id: string }> {
  const files = await claimFiles(tx.db, 'posts', post.images, [post.user_id]);
  const added = await insertPost(tx.db, { id, ...post, placeholders: files.map((file) => file.placeholder) });
  tx.signal('feed', { type: 'feed_changed', post_id: added.id });
  tx.signal(`warung:${post.user_id}`, { type: 'warung_changed', warung_id: post.user_id });
  return added;
}

/** Adds isLikedByUser and isSavedByUser to posts that are the same for everybody, without parsing their JSON. */
export async function addReaderState<Post extends FeedPost = FeedPost>(
  database: Database,
  readerId: string,
  posts: SharedPost<Post>[],
): Promise<Json<Omit<Post, 'isLikedByUser' | 'isSavedByUser'> & Pick<FeedPost, 'isLikedByUser' | 'isSavedByUser'>>[]> {
  if (posts.length === 0) return [];
  const { liked, saved } = await findReaderState(
    database,
    readerId,
    posts.map((post) => post.id),
  );
  return posts.map(({ id, shared }) =>
    addJsonFields(shared, { isLikedByUser: liked.includes(id), isSavedByUser: saved.includes(id) }),
  );
}

export const toMenuPost = ({ reopens_at, created_at, ...row }: MenuRow): MenuPost => ({
  ...row,
  reopens_at: reopens_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/** A page of a stall's menu as its cook and the admins see it. */
export const getMenuPage = async (
  database: Database,
  warungId: string,
  page: ParsedInput<'get_my_menu'>,
): Promise<MenuPost[]> => (await findOwnMenuPage(database, warungId, page)).map(toMenuPost);

/** The newest dish that everybody may see. */
export const findNewestPostId = async ({ db }: Database): Promise<string | undefined> =>
  (await findNewestVisibleId(db))?.id;

/** Finds a post as it is the same for every reader; undefined when it is missing or hidden. */
export async function findPublicPost(database: Database, postId: string): Promise<PublicPost | undefined> {
  const [post] = await findVisiblePost(database, postId);
  return post && parseShared(post);
}

/** @throws AppError post_not_found when the post is missing or hidden */
export async function getPost(database: Database, readerId: string, postId: string): Promise<Json<FeedPost>> {
  const [post] = await addReaderState(database, readerId, await findVisiblePost(database, postId));
  if (post === undefined) throw new AppError('post_not_found');
  return post;
}

export { lockPost } from './queries.ts';

/**
 * Locks a post that members see.
 * @throws AppError post_not_found
 */
export async function lockVisiblePost(tx: Tx, actor: Member, postId: string): Promise<LockedPost> {
  const post = await lockPost(tx.db, actor.id, postId);
  if (!post?.visible) throw new AppError('post_not_found');
  return post;
}

/** Signals that a post has changed. */
export function publishPost(tx: Tx, { id, user_id: userId }: { id: string; user_id: string }): void {
  tx.signal('feed', { type: 'feed_changed', post_id: id });
  tx.signal(`post:${id}`, { type: 'post_changed', post_id: id });
  tx.signal(`warung:${userId}`, { type: 'warung_changed', warung_id: userId });
}

/** Signals that posts of one stall have changed together: lists of posts are fetched once, whatever their number. */
export function publishPosts(tx: Tx, warungId: string, ids: string[]): void {
  if (ids.length === 0) return;
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${warungId}`, { type: 'warung_changed', warung_id: warungId });
  for (const id of ids) tx.signal(`post:${id}`, { type: 'post_changed', post_id: id });
}
