import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { firstQuickReplies } from '@lapau/contract/chat';
import type { Db } from '../../platform/database/database.ts';
import type { Seller } from '../../platform/session/actor.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { lockQuickReplies, upsertQuickReplies } from './queries-write.ts';
import { findQuickReplies } from './queries.ts';

type QuickReplies = CallOutput<'get_quick_replies'>;

/** A cook's short answers: their own, or those that everybody begins with. */
export const readQuickReplies = async (db: Db, { id }: Pick<Seller, 'id'>): Promise<QuickReplies> =>
  (await findQuickReplies(db, id)) ?? { texts: [...firstQuickReplies], version: 0 };

/**
 * Changes a cook's short answers unless they were changed after the version that the client has seen (D106). The same texts sent again
 * get the same answer.
 * @throws AppError version_conflict with the current answers
 */
export async function changeQuickReplies(
  tx: Tx,
  actor: Seller,
  { texts, version }: ParsedInput<'set_quick_replies'>,
): Promise<QuickReplies> {
  await lockQuickReplies(tx.db, actor.id);
  const current = await readQuickReplies(tx.db, actor);
  return beginEdit(current, { texts }, version) ? upsertQuickReplies(tx.db, actor.id, texts) : current;
}
