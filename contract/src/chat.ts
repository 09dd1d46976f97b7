import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { cursor, id, moment, newId, pageLimit, requiredLine, requiredText } from './text.ts';

/**
 * Everything that happens in a conversation has a number, messages and deletions alike, given by the server in the order in
 * which they become visible. A read pointer is the number up to which a person has read.
 */
const sequence = z.int().check(z.minimum(0));
const givenSequence = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** The dish that a message asks about. */
const askedPost = z.strictObject({
  /** Null once the post is deleted or hidden. */
  id: z.nullable(id),
  /** The name and the price when the message was sent; 'Menu' without a price while the post is hidden. */
  food_name: z.string(),
  price: z.string(),
  /** The cover as it is now, while members see the post. */
  image_url: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  /** Whether the dish and its stall are open now; the fields have the names of a post's, so that canOrderNow takes them. */
  isOpen: z.boolean(),
  warungIsOpen: z.nullable(z.boolean()),
});
export type AskedPost = z.infer<typeof askedPost>;

export const message = z.strictObject({
  id,
  conversation_id: id,
  sequence,
  /** Null when the sender's account is deleted. */
  sender_id: z.nullable(id),
  content: z.string(),
  created_at: moment,
  /** True when the message's sequence is not above the recipient's read pointer. */
  is_read: z.boolean(),
  post: z.nullable(askedPost),
});
export type Message = z.infer<typeof message>;

/** The other person of a conversation, by the name and photo of their stall while they sell. */
const otherUser = z.strictObject({
  id,
  full_name: z.string(),
  avatar_url: z.nullable(z.string()),
  is_warung: z.boolean(),
  /** Shown as the badge 'Admin' beside the name. */
  is_admin: z.boolean(),
});

/**
 * Whether one can write: `blocked_by_you`, or `refused` without a reason, as the other person is suspended, deleted or has
 * blocked one.
 */
const writingStates = ['allowed', 'blocked_by_you', 'refused'] as const;
export type Writing = (typeof writingStates)[number];

export const conversation = z.strictObject({
  id,
  /** Null when the account is deleted or suspended; screens then say 'Pengguna Tidak Dikenal'. */
  other_user: z.nullable(otherUser),
  writing: openEnum(writingStates),
  /** The newest message that is not deleted; its first 200 characters. */
  last_message_content: z.nullable(z.string()),
  last_message_sent_at: z.nullable(moment),
  last_message_sender_id: z.nullable(id),
  last_message_is_read: z.nullable(z.boolean()),
  unread_count: z.int(),
  /** When the last message was sent, or the conversation opened: the list's order, and `created_at` of its cursor. */
  active_at: moment,
});
export type Conversation = z.infer<typeof conversation>;

/** One's unread messages in a conversation and in all of them, and one's unread notifications. */
const unreadCounts = z.strictObject({
  unread: z.int(),
  total: z.int(),
  notifications: z.int(),
  /** Greater than in all earlier counts of the person, so that pages ignore counts that arrive late. */
  version: z.int(),
});
export type UnreadCounts = z.infer<typeof unreadCounts>;

/** One's conversations, the last active first; one without a message is there only for the person who opened it. */
export const get_user_conversations = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(conversation),
  errors: [],
});

export const get_conversation_details = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ p_conversation_id: id }),
  output: z.strictObject({
    id,
    other_user: z.nullable(otherUser),
    writing: openEnum(writingStates),
    read_sequence: sequence,
    /** The read pointer of the other person. */
    other_read_sequence: sequence,
    last_sequence: sequence,
    unread_count: z.int(),
    first_unread_sequence: z.nullable(sequence),
  }),
  errors: ['conversation_not_found'],
});

/**
 * Messages of a conversation, oldest first: the newest ones, or those `before` or `after` a sequence, or on both sides of one
 * (`around`, which is among them). At most one of the three counts.
 */
export const get_messages = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    conversation_id: id,
    before: z.optional(givenSequence),
    after: z.optional(givenSequence),
    around: z.optional(givenSequence),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(limits.messagePage)), limits.messagePage),
  }),
  output: z.strictObject({
    messages: z.array(message),
    has_older: z.boolean(),
    has_newer: z.boolean(),
    /** The sequence after which sync_messages goes on. */
    last_sequence: sequence,
  }),
  errors: ['conversation_not_found'],
});

/** What happened in a conversation after a sequence, for a page that missed signals. */
export const sync_messages = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ conversation_id: id, after_sequence: givenSequence }),
  output: z.strictObject({
    /** The new messages, oldest first. */
    messages: z.array(message),
    /** Ids of messages that were deleted since, also of those that the client never had. */
    deleted_ids: z.array(id),
    /** The next after_sequence; there is more while has_more. */
    synced_to: sequence,
    has_more: z.boolean(),
    read_sequence: sequence,
    other_read_sequence: sequence,
    unread_count: z.int(),
  }),
  errors: ['conversation_not_found'],
});

/** Sends a message; the first item of the answer is this message. A post that is missing or hidden by now is left out. */
export const send_message = call({
  access: 'member',
  writes: true,
  storesText: true,
  input: z.strictObject({
    id: newId,
    p_conversation_id: id,
    p_content: requiredText(limits.message, { name: 'Pesan', missing: 'Pesan tidak boleh kosong.' }),
    /** The dish that the message asks about. */
    post_id: z.optional(id),
  }),
  output: z.array(message),
  errors: [
    'conversation_not_found',
    'blocked_by_you',
    'message_refused',
    'too_many_unanswered',
    'too_many_messages',
    'id_conflict',
    'already_deleted',
  ],
});

/** What has become of a message of one's own whose answer was lost: it is there, it was deleted, or it never arrived. */
export const get_own_message = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ message_id: id }),
  output: z.strictObject({ message: z.nullable(message), is_deleted: z.boolean() }),
  errors: [],
});

const read = z.strictObject({ read_sequence: sequence, counts: unreadCounts });

/** Moves one's read pointer forward, never back. */
export const mark_conversation_read = call({
  access: 'member',
  writes: true,
  input: z.strictObject({
    conversation_id: id,
    sequence: givenSequence,
    /** Whether this device has closed its notification of the conversation by itself, so that it needs no push for that. */
    is_closed_here: z.optional(z.boolean()),
  }),
  output: read,
  errors: ['conversation_not_found'],
});

/** Marks an incoming message, and with it all earlier ones, as read. */
export const mark_message_read = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ message_id: id }),
  output: read,
  errors: ['message_not_found', 'message_forbidden'],
});

/** Deletes one's own message for both. No error if it is deleted already. */
export const delete_message = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ message_id: id }),
  output: z.strictObject({ deleted: z.boolean() }),
  errors: ['message_forbidden'],
});

/** The conversation with a person, opened if there is none yet. */
export const open_conversation = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ recipient_id: id }),
  output: z.strictObject({ id, created: z.boolean() }),
  errors: ['own_account', 'message_refused', 'blocked_by_you', 'conversation_forbidden', 'too_many_conversations'],
});

/** Blocks a person or unblocks them. A state that is there already changes nothing. */
export const set_block = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ person_id: id, blocked: z.boolean() }),
  output: z.strictObject({ blocked: z.boolean() }),
  errors: ['own_account', 'user_not_found'],
});

/** The people whom one has blocked, the last one first. */
export const get_blocked_people = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(
    z.strictObject({
      id,
      /** Null while the account is suspended; screens then say 'Pengguna Tidak Dikenal'. */
      person: z.nullable(otherUser),
      created_at: moment,
    }),
  ),
  errors: [],
});

/** The short answers that every cook begins with (D106). */
export const firstQuickReplies: readonly string[] = ['Masih ada', 'Sudah habis', 'Siap diambil'];

const quickReplies = z.strictObject({ texts: z.array(z.string()), version: z.int() });

/** One's own short answers to a question about a dish, in their order; the version is 0 while they are those of the beginning. */
export const get_quick_replies = call({
  access: 'seller',
  writes: false,
  input: z.strictObject({}),
  output: quickReplies,
  errors: [],
});

/**
 * Replaces one's short answers. Refused with `version_conflict` and the current ones when they were changed after the version that the
 * client has. A text that is there twice is stored once.
 */
export const set_quick_replies = call({
  access: 'seller',
  writes: true,
  input: z.strictObject({
    texts: z
      .array(requiredLine(limits.quickReply, { name: 'Jawaban', missing: 'Jawaban tidak boleh kosong.' }), {
        error: 'Harus berupa daftar jawaban.',
      })
      .check(
        z.minLength(1, { error: 'Tulis paling sedikit satu jawaban.' }),
        z.maxLength(limits.quickReplies, { error: `Paling banyak ${limits.quickReplies} jawaban.` }),
        z.overwrite((texts) => [...new Set(texts)]),
      ),
    version: z.int(),
  }),
  output: quickReplies,
  errors: ['version_conflict'],
});

/** How many messages are unread in all conversations. */
export const get_unread_messages = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({ unread: z.int() }),
  errors: [],
});
