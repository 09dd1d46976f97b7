import type { CallOutput } from '@lapau/contract/calls';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { conversationsPerHour, isOneself, mayOpenConversation, writingRefusal } from './policy.ts';
import { countOpenedInLastHour, insertConversation, lockPair } from './queries-write.ts';
import { findConversationOf } from './queries.ts';

/**
 * Finds the conversation with a person, or opens it. An existing conversation is found whatever has happened since.
 * @throws AppError own_account, message_refused, blocked_by_you, conversation_forbidden, too_many_conversations
 */
export async function openConversation(
  tx: Tx,
  actor: Member,
  recipientId: string,
): Promise<CallOutput<'open_conversation'>> {
  if (isOneself(actor, recipientId)) throw new AppError('own_account');
  const existing = await findConversationOf(tx.db, actor.id, recipientId);
  if (existing) return { id: existing, created: false };

  // One transaction of the person at a time counts the limit.
  await takeAdvisoryLock(tx.db, 'conversations of', actor.id);
  const pair = await lockPair(tx.db, actor.id, recipientId);
  if (!pair) throw new AppError('message_refused');
  const refusal = writingRefusal(pair.writing, pair.role && recipientId);
  if (refusal) throw new AppError(refusal);
  if (!mayOpenConversation(pair.actor_role, pair.role ?? undefined)) throw new AppError('conversation_forbidden');
  const opened = await countOpenedInLastHour(tx.db, actor.id);
  if (opened >= conversationsPerHour(pair.account_age_ms)) throw new AppError('too_many_conversations');

  const id = await insertConversation(tx.db, actor.id, recipientId);
  if (id) {
    tx.signal(`user:${actor.id}`, { type: 'conversations_changed', conversation_id: id });
    return { id, created: true };
  }
  const other = await findConversationOf(tx.db, actor.id, recipientId);
  if (!other) throw new Error('a conversation could be neither opened nor found');
  return { id: other, created: false };
}
