import type { AskedPost, Message } from '@lapau/contract/chat';
import { api } from '../../lib/calls/api.ts';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { receiveMessage } from './api-thread.ts';
import { afterMessage, updateRow } from './api.ts';

/** A message on its way. Every attempt uses the same id, so that it is stored only once. */
export type OutgoingMessage = {
  id: string;
  conversation_id: string;
  content: string;
  /** The dish that it asks about, as it is shown until the server has answered. */
  post_id: string | null;
  post: AskedPost | null;
};

/** After this time a message is sent only if the person confirms that it is still meant. */
export const heldAfterMs = 24 * 60 * 60_000;

/** One's messages that have not arrived yet: one queue a conversation. */
export const outgoingMessages = outbox.register<OutgoingMessage, Message[]>({
  name: 'message',
  request: ({ id, conversation_id, content, post_id }) => ({
    call: 'send_message',
    input: { id, p_conversation_id: conversation_id, p_content: content, post_id: post_id ?? undefined },
  }),
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
