import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { removeByAdmin } from '../reports/rules-decide.ts';
import { decidesAboutComment } from './policy.ts';
import { deleteOwnComment, findCommentAuthor } from './rules.ts';

/**
 * Deletes a comment of one's own and its replies (D27); an admin decides about anybody's (D54, D75).
 * @throws AppError comment_forbidden; already_decided
 */
export async function deleteComment(
  tx: Tx,
  actor: Member,
  { comment_id: id, ...given }: ParsedInput<'delete_comment'>,
): Promise<CallOutput<'delete_comment'>> {
  if (decidesAboutComment(actor, await findCommentAuthor(tx, id))) {
    const decision = await removeByAdmin(tx, actor, { type: 'comment', id }, given);
    return { deleted: decision !== null, decision };
  }
  return { deleted: await deleteOwnComment(tx, actor, id), decision: null };
}
