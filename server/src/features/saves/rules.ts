import { AppError } from '../../platform/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { holdAnyPost } from '../posts/rules.ts';
import { deleteSave, insertSave } from './queries.ts';

/**
 * Brings a post on or off one's list, or turns it over without a wanted state (D28), and tells the person's other pages.
 * Taking off works for a post that has become hidden too.
 * @throws AppError post_not_found
 */
export async function setSaved(tx: Tx, actor: Member, postId: string, wanted: boolean | undefined): Promise<boolean> {
  const post = await holdAnyPost(tx, actor, postId);
  const removed = wanted !== true && (await deleteSave(tx.db, actor.id, postId));
  const isSaved = wanted ?? !removed;
  if (isSaved && !post?.visible) throw new AppError('post_not_found');
  const added = isSaved && (await insertSave(tx.db, actor.id, postId));
  if (added || removed) tx.signal(`user:${actor.id}`, { type: 'save_changed', post_id: postId, is_saved: isSaved });
  return isSaved;
}
