import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Decision, ReasonKey } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import { fileRemoval } from '../../platform/files/removal.ts';
import type { Admin, Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { withdrawNotifications } from '../notifications/rules-withdraw.ts';
import { decidesAboutPost, isOwn } from './policy.ts';
import { deleteMenuRows, deletePostRow, findPostOwner, lockPost, setPostRemovedRow } from './queries.ts';
import type { LockedPost } from './queries.ts';
import { publishPost } from './rules.ts';

/** The admins' part in the deletion of a post or a comment; app.ts hands these functions in. */
export type Moderation = {
  /** Decides to remove somebody's post or comment. @returns null when it does not exist @throws AppError already_decided */
  removeByAdmin: (
    tx: Tx,
    admin: Admin,
    target: { type: 'post' | 'comment'; id: string },
    given: { version?: number | undefined; reason: string; reason_key?: ReasonKey | undefined },
  ) => Promise<Decision | null>;
  /** Tells the admins' open lists that what was reported is about to be gone. */
  publishGoneReports: (tx: Tx, id: string) => Promise<void>;
};

/**
 * Deletes a post of one's own; an admin decides about anybody's.
 * @throws AppError post_delete_forbidden, image_delete_failed; already_decided
 */
export async function deletePost(
  tx: Tx,
  actor: Member,
  { post_id: id, ...given }: ParsedInput<'delete_post'>,
  moderation: Moderation,
): Promise<CallOutput<'delete_post'>> {
  if (decidesAboutPost(actor, await findPostOwner(tx.db, id))) {
    const decision = await moderation.removeByAdmin(tx, actor, { type: 'post', id }, given);
    return { deleted: decision !== null, decision };
  }
  return { deleted: await deleteOwnPost(tx, actor, id, moderation), decision: null };
}

/** Deletes a post; a job that is recorded in the same transaction removes its files afterwards. @returns whether there was a post */
async function deleteOwnPost(tx: Tx, actor: Member, postId: string, { publishGoneReports }: Moderation) {
  const post = await lockPost(tx.db, actor.id, postId);
  if (!post) return false;
  if (!isOwn(actor, post)) throw new AppError('post_delete_forbidden');
  await publishGoneReports(tx, postId);
  await withdrawNotifications(tx, { post: postId }, actor.id, () => deletePostRow(tx.db, postId));
  await removePhotosLater(tx, post.images);
  publishPost(tx, post);
  return true;
}

/** Hides a post, which is locked, from everybody, or shows it again. */
export async function setPostRemoved(
  tx: Tx,
  post: Pick<LockedPost, 'id' | 'user_id'>,
  removed: boolean,
): Promise<void> {
  await withdrawNotifications(tx, { post: post.id }, post.user_id, () => setPostRemovedRow(tx.db, post.id, removed));
  publishPost(tx, post);
}

/** Deletes a post that is hidden, with its photos, if it is still there. */
export async function deleteRemovedPost(tx: Tx, ownerId: string, postId: string): Promise<void> {
  const post = await lockPost(tx.db, ownerId, postId);
  if (!post) return;
  await withdrawNotifications(tx, { post: postId }, ownerId, () => deletePostRow(tx.db, postId));
  await removePhotosLater(tx, post.images);
  publishPost(tx, post);
}

/**
 * Deletes a stall's dishes, which are locked already, with their photos.
 * @throws AppError image_delete_failed
 */
export async function deleteMenu(tx: Tx, warungId: string): Promise<void> {
  const photos = await deleteMenuRows(tx.db, warungId);
  if (photos.length > 0) await removePhotosLater(tx, photos);
}

/**
 * Has photos removed after the commit that a post does not have any more, unless another row uses them.
 * @throws AppError image_delete_failed
 */
export async function removePhotosLater(tx: Tx, paths: string[]): Promise<void> {
  try {
    await tx.enqueue(fileRemoval, { bucket: 'posts', paths });
  } catch (error) {
    throw new AppError('image_delete_failed', undefined, { cause: error });
  }
}
