import { holdPost } from '../posts/rules.ts';
import { deleteSave, insertSave } from './queries.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/write.ts';

/**
 * Brings a post on or off one's list, or turns it over without a wanted state (D28). Taking off works for a post that
 * has become hidden too.
 * @throws Failure post_not_found
 */
export async function setSaved(tx: Tx, actor: Member, postId: string, wanted: boolean | undefined): Promise<boolean> {
  const removed = wanted !== true && (await deleteSave(tx.db, actor.id, postId));
  if (wanted === false || removed) return false;
  await holdPost(tx, postId);
  await insertSave(tx.db, actor.id, postId);
  return true;
}
