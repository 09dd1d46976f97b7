import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { lockPost } from '../posts/rules.ts';
import { mayAwait } from './policy.ts';
import { deleteSave, hasAlert, insertSave, setAlert } from './queries.ts';

/**
 * Saves a post or removes it from one's list, or toggles it without a wanted state, sets whether one wants to be told when it is cooked
 * again, and notifies the person's other pages. A post that has become hidden can still be removed.
 * @throws AppError post_not_found
 */
export async function setSaved(
  tx: Tx,
  actor: Member,
  { post_id_to_toggle: postId, saved: wanted, alert }: ParsedInput<'toggle_save_post'>,
): Promise<CallOutput<'toggle_save_post'>> {
  const post = await lockPost(tx.db, actor.id, postId);
  const removed = wanted !== true && (await deleteSave(tx.db, actor.id, postId));
  const isSaved = wanted ?? !removed;
  if (isSaved && !post?.visible) throw new AppError('post_not_found');
  const added = isSaved && (await insertSave(tx.db, actor.id, postId));
  const isSet =
    alert !== undefined && (!alert || mayAwait(actor, post)) && (await setAlert(tx.db, actor.id, postId, alert));
  if (added || removed || isSet)
    tx.signal(`user:${actor.id}`, { type: 'save_changed', post_id: postId, is_saved: isSaved });
  return { is_saved: isSaved, has_alert: isSaved && (await hasAlert(tx.db, actor.id, postId)) };
}
