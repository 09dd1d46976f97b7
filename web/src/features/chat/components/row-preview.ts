import type { Conversation } from '@lapau/contract/chat';
import { hasVisibleCharacter } from '@lapau/contract/text-checks';
import { shownTimeOf } from '../../../lib/outbox/request.ts';
import type { ChatDraft } from '../composer/chat-drafts.ts';
import type { RowPreview } from './conversation-row.tsx';
import type { Outgoing } from './thread-rows.ts';

/** Shows a typed text that can be sent before a message on its way, and that before a message that has arrived. */
export function rowPreview(
  row: Conversation,
  draft: ChatDraft | undefined,
  outgoing: readonly Outgoing[],
  userId: string,
): RowPreview {
  const arrived = row.last_message_sent_at;
  const queue = outgoing.filter(({ subject }) => subject === row.id);
  const last = queue.at(-1);
  const time = last ? shownTimeOf(last) : arrived;
  const isClosed = row.writing === 'blocked_by_you' || row.writing === 'refused';
  if (draft && hasVisibleCharacter(draft.text) && !isClosed)
    return { text: oneLine(draft.text), time, delivery: null, isDraft: true };
  if (last) {
    const delivery = queue[0]?.held ? 'held' : 'sending';
    return { text: oneLine(last.change.content), time, delivery, isDraft: false };
  }
  const isOwn = row.last_message_sender_id === userId;
  const text = row.last_message_content === null ? 'Mulai percakapan...' : oneLine(row.last_message_content);
  return { text, time, delivery: isOwn ? (row.last_message_is_read ? 'read' : 'sent') : null, isDraft: false };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
