import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { renewableAt } from '@lapau/contract/day';
import { myPost } from '@lapau/contract/posts';
import type { MyPost } from '@lapau/contract/posts';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import type { StoredLimits } from '../../platform/limits/stored-limits.ts';
import type { Seller } from '../../platform/session/actor.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { noteReturns, noteSoldOut } from '../notifications/rules-returns.ts';
import { isOwn } from './policy.ts';
import { findOwnPost, renewPostRow, setAvailability, updatePostRow } from './queries.ts';
import type { OwnPost } from './queries.ts';
import { removePhotosLater } from './rules-delete.ts';
import { lockPost, publishPost } from './rules.ts';

/** @throws AppError post_not_found, post_edit_forbidden */
export const getMyPost = async (db: Db, actor: Seller, postId: string): Promise<MyPost> =>
  toMyPost(await findOwn(db, actor, postId));

/**
 * Changes a post of one's own unless it was changed after the version that the client has seen. The same content
 * sent again gets the same answer. An admin post stays free of charge, and only it has a link.
 * @throws AppError post_not_found, post_edit_forbidden; version_conflict with the current post; invalid_input;
 *   file_not_found, file_not_yours; image_delete_failed
 */
export async function updatePost(
  tx: Tx,
  actor: Seller,
  { post_id, version, is_open, link_url, ...fields }: ParsedInput<'update_post'>,
): Promise<MyPost> {
  await lockPost(tx.db, actor.id, post_id);
  const stored = await findOwn(tx.db, actor, post_id);
  if (stored.is_admin_post && fields.price !== stored.price) {
    throw new AppError('invalid_input', { price: 'Postingan admin selalu gratis.' });
  }
  if (!stored.is_admin_post && link_url) {
    throw new AppError('invalid_input', { link_url: 'Hanya postingan admin yang dapat memiliki tautan.' });
  }
  const wanted = {
    ...fields,
    is_open: is_open ?? stored.is_open,
    link_url: link_url === undefined ? stored.link_url : link_url || null,
  };
  const current = toMyPost(stored);
  const changes = beginEdit(current, wanted, version);
  if (!changes) return current;

  const { is_open: isOpen, ...columns } = wanted;
  const added = columns.images.filter((path) => !stored.images.includes(path));
  const claimed = await claimFiles(tx.db, 'posts', added, [actor.id]);
  const placeholders = new Map([
    ...stored.images.map((path, index) => [path, stored.placeholders[index] ?? ''] as const),
    ...claimed.map(({ path, placeholder }) => [path, placeholder] as const),
  ]);
  await updatePostRow(tx.db, post_id, {
    ...columns,
    placeholders: columns.images.map((path) => placeholders.get(path) ?? ''),
    version: version + 1,
  });
  if (isOpen !== stored.is_open) {
    const now = await readClock(tx.db);
    await setAvailability(tx.db, { id: post_id, is_open: isOpen, reopens_at: null, open_set_at: now });
    await (isOpen ? noteReturns(tx, actor.id, [post_id], now) : noteSoldOut(tx, actor.id, [post_id]));
  }
  const removed = stored.images.filter((path) => !columns.images.includes(path));
  if (removed.length > 0) await removePhotosLater(tx, removed);
  if (stored.is_admin_post) {
    await recordAction(tx, actor, {
      action: 'update_post',
      target: { type: 'post', id: post_id },
      details: { food_name: columns.food_name, ...changes },
    });
  }
  publishPost(tx, stored);
  return toMyPost(await findOwn(tx.db, actor, post_id));
}

/**
 * Makes a post of one's own the newest one, at most once in 20 hours; it keeps its likes, comments and saves.
 * @throws AppError post_not_found, post_edit_forbidden; post_not_renewable when it cannot be ordered now; renewed_recently,
 *   too_many_renewals
 */
export async function renewPost(
  tx: Tx,
  actor: Seller,
  { post_id, created_at: seen }: ParsedInput<'renew_post'>,
  limits: StoredLimits,
): Promise<CallOutput<'renew_post'>> {
  await lockPost(tx.db, actor.id, post_id);
  const post = await findOwn(tx.db, actor, post_id);
  const createdAt = post.created_at.toISOString();
  const possibleAt = renewableAt(createdAt);
  const now = await readClock(tx.db);
  if (possibleAt > now && !isBeyondNow(post.created_at, now)) {
    if (Date.parse(seen) < post.created_at.getTime()) return { created_at: createdAt };
    throw new AppError('renewed_recently', undefined, { current: { renewable_at: possibleAt.toISOString() } });
  }
  if (!post.visible || !post.is_open || post.warung_is_open === false) throw new AppError('post_not_renewable');
  const renewedAt = await renewPostRow(tx.db, post_id);
  await countRenewal(tx, actor, limits);
  await noteRenewal(tx, actor, post);
  publishPost(tx, post);
  return { created_at: renewedAt.toISOString() };
}

const renewalLimits: Parameters<StoredLimits['count']>[2] = ['renewalsByCook', 'renewalsByCookAndHour'];

/**
 * Has people told of a dish that was posted again, if its availability has changed since it was posted last: it was sold out, and nobody
 * may have been told that it is there again.
 */
export async function noteRenewal(
  tx: Tx,
  actor: Seller,
  post: { id: string; created_at: Date; open_set_at: Date },
): Promise<void> {
  if (post.open_set_at > post.created_at) await noteReturns(tx, actor.id, [post.id], post.open_set_at);
}

/** @throws AppError too_many_renewals */
export const countRenewal = (tx: Tx, actor: Seller, limits: StoredLimits): Promise<void> =>
  limits.count(tx.db, 'too_many_renewals', renewalLimits, actor.id);

/** Gives a cook the postings back that were undone. */
export const uncountRenewals = (tx: Tx, actor: Seller, limits: StoredLimits, times: number): Promise<void> =>
  limits.uncount(tx.db, renewalLimits, actor.id, times);

/** Reads how many posts a cook can still post again now. */
export const readRenewalsLeft = (tx: Tx, actor: Seller, limits: StoredLimits) =>
  limits.left(tx.db, renewalLimits, actor.id);

async function findOwn(db: Db, actor: Seller, postId: string): Promise<OwnPost> {
  const post = await findOwnPost(db, postId);
  if (!post) throw new AppError('post_not_found');
  if (!isOwn(actor, post)) throw new AppError('post_edit_forbidden');
  return post;
}

const toMyPost = (post: OwnPost): MyPost =>
  Object.fromEntries(Object.keys(myPost.shape).map((field) => [field, post[field as keyof MyPost]])) as MyPost;
