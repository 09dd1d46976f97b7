import type { AskedPost } from '@lapau/contract/chat';
import type { CallRequest } from './request.ts';

/* The changes of chats that a page makes and, when a notification is answered, the service worker, which has no code of features. */

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

export const messageKind = {
  name: 'message',
  request: ({ id, conversation_id, content, post_id }: OutgoingMessage): CallRequest<'send_message'> => ({
    call: 'send_message',
    input: { id, p_conversation_id: conversation_id, p_content: content, post_id: post_id ?? undefined },
  }),
};

/**
 * How far one has read: `id` is the conversation, `on` the sequence, `left` how many remain unread. `isClosedHere` says that this device
 * has closed its notification, without a push.
 */
export type Reading = { id: string; on: number; left: number; isClosedHere?: true };

export const readingKind = {
  name: 'reading',
  request: ({ id, on, isClosedHere }: Reading): CallRequest<'mark_conversation_read'> => ({
    call: 'mark_conversation_read',
    input: { conversation_id: id, sequence: on, is_closed_here: isClosedHere },
  }),
};
