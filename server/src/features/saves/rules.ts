import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { lockPost } from '../posts/rules.ts';
import { deleteSave, insertSave } from './queries.ts';

/**
 * Saves a post or removes it from one's list, or toggles it without a wanted state, and notifies the person's other
 * pages. A post that has become hidden can still be removed.
 * @throws AppError post_not_found
 */
export async function setSaved(tx: Tx, actor: Member, postId: string, wanted: boolean | undefined): Promise<boolean> {
  const post = await lockPost(tx.db, actor.id, postId);
  const removed = wanted !== true && (await deleteSave(tx.db, actor.id, postId));
  const isSaved = wanted ?? !removed;
  if (isSaved && !post?.visible) throw new AppError('post_not_found');
  const added = isSaved && (await insertSave(tx.db, actor.id, postId));
  if (added || removed) tx.signal(`user:${actor.id}`, { type: 'save_changed', post_id: postId, is_saved: isSaved });
  return isSaved;
}
