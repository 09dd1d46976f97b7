import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { removeByAdmin } from '../reports/rules-decide.ts';
import { decidesAboutPost } from './policy.ts';
import { findPostOwner } from './queries.ts';
import { deleteOwnPost } from './rules.ts';

/**
 * Deletes a post of one's own (D20); an admin decides about anybody's (D54, D75).
 * @throws AppError post_delete_forbidden, image_delete_failed; already_decided
 */
export async function deletePost(
  tx: Tx,
  actor: Member,
  { post_id: id, ...given }: ParsedInput<'delete_post'>,
): Promise<CallOutput<'delete_post'>> {
  if (decidesAboutPost(actor, await findPostOwner(tx.db, id))) {
    const decision = await removeByAdmin(tx, actor, { type: 'post', id }, given);
    return { deleted: decision !== null, decision };
  }
  return { deleted: await deleteOwnPost(tx, actor, id), decision: null };
}
