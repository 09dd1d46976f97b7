import type { Message } from '@lapau/contract/chat';
import { api } from '../../lib/calls/api.ts';
import { heldAfterMs, messageKind } from '../../lib/outbox/chat-changes.ts';
import type { OutgoingMessage } from '../../lib/outbox/chat-changes.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { receiveMessage } from './api-thread.ts';
import { afterMessage, updateRow } from './api.ts';

/** One's messages that have not arrived yet: one queue a conversation. */
export const outgoingMessages = outbox.register<OutgoingMessage, Message[]>({
  ...messageKind,
  // The message had arrived, but its answer was lost, and another phone or an admin has deleted it since.
  answerIn: ({ code }) => (code === 'already_deleted' ? [] : undefined),
  applyAnswer: (client, { conversation_id }, [message]) => {
    if (!message) return;
    receiveMessage(client, message);
    updateRow(client, conversation_id, (row) => afterMessage(row, message));
  },
  holds: {
    afterMs: heldAfterMs,
    findAnswer: async ({ id }, request) => {
      const { message, is_deleted: isDeleted } = await api.get_own_message({ message_id: id }, request);
      return message ? [message] : isDeleted ? [] : null;
    },
  },
  listed: {
    what: 'Pesan',
    hasNoPlace: (refusal) => refusal === 'conversation_not_found',
    contentOf: async ({ content }) => ({ text: content }),
  },
  // The chat gives the reason beside the message.
  meta: { failed: null },
});
