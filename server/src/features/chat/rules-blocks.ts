import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { withdrawNotificationsFrom } from '../notifications/rules-withdraw.ts';
import { closeNamingPushes } from '../push/rules.ts';
import { hasConversation, isOneself } from './policy.ts';
import { deleteBlock, findBlocked, hasBlocked, insertBlock, isVisiblePerson } from './queries-blocks.ts';
import { lockConversation, lockPair } from './queries-write.ts';
import { findConversationOf } from './queries.ts';

/** Finds who of the others has blocked the person, or is blocked by the person. */
export const blockedAmong = (db: Db, personId: string, others: string[]): Promise<string[]> =>
  others.length === 0 ? Promise.resolve([]) : findBlocked(db, personId, others);

/**
 * Blocks or unblocks a person. The conversation's lock decides whether a message under way comes first, or is refused. That person is
 * told only if something changes for them: not without a conversation, nor while they have blocked the actor too (D128).
 * @throws AppError own_account, unauthenticated, user_not_found
 */
export async function setBlock(tx: Tx, actor: Member, personId: string, blocked: boolean): Promise<void> {
  if (isOneself(actor, personId)) throw new AppError('own_account');
  // The account may have been deleted since the gate.
  if (!(await lockPair(tx.db, actor.id, personId))) throw new AppError('unauthenticated');
  const conversationId = await findConversationOf(tx.db, actor.id, personId);
  const conversation = conversationId && (await lockConversation(tx.db, actor.id, conversationId));
  if (blocked && !(await isVisiblePerson(tx.db, personId))) throw new AppError('user_not_found');
  const hasChanged = await (blocked ? insertBlock : deleteBlock)(tx.db, actor.id, personId);
  if (!hasChanged) return;
  if (blocked) {
    await withdrawNotificationsFrom(tx, actor.id, personId);
    if (conversationId) await closeNamingPushes(tx, [{ user_id: actor.id, conversation_id: conversationId }]);
  }
  const changed = {
    type: 'conversations_changed' as const,
    ...(conversationId && { conversation_id: conversationId }),
  };
  tx.signal(`user:${actor.id}`, { ...changed, blocks: true });
  if (!conversation || !hasConversation(personId, conversation)) return;
  if (!(await hasBlocked(tx.db, personId, actor.id))) tx.signal(`user:${personId}`, changed);
}
