import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { id, requiredLine } from './text.ts';

/** The kinds of pushes that a person wants; each can be switched by itself. */
const switches = {
  messages: z.boolean(),
  /** Comments on one's posts, and replies to one's comments. */
  comments: z.boolean(),
  /** Decisions of admins about oneself. */
  decisions: z.boolean(),
  /** Reports, applications and appeals that wait for admins. */
  waiting: z.boolean(),
  /** Dishes that are cooked again, of those for which the person has asked to be told. */
  dishes: z.boolean(),
  /** Whether names and texts are left out of pushes. */
  hides_content: z.boolean(),
};
const { messages, comments, decisions, waiting, dishes, hides_content } = switches;
export type PushSwitches = z.infer<z.ZodMiniObject<typeof switches>>;

/** The kinds of pushes that can be switched off; likes are never pushed. */
export type PushKind = Exclude<keyof PushSwitches, 'hides_content'>;

/** The switches of somebody who never changed any. */
export const pushDefaults: PushSwitches = {
  messages: true,
  comments: true,
  decisions: true,
  waiting: true,
  dishes: true,
  hides_content: false,
};

/** The key is the `applicationServerKey` with which a browser subscribes (RFC 8292). */
const settings = z.strictObject({ vapid_public_key: z.string(), ...switches });
export type PushSettings = z.infer<typeof settings>;

export const get_push_settings = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: settings,
  errors: [],
});

/** Changes the switches that are given. */
export const set_push_settings = call({
  access: 'member',
  writes: true,
  input: z.strictObject({
    messages: z.optional(messages),
    comments: z.optional(comments),
    decisions: z.optional(decisions),
    waiting: z.optional(waiting),
    dishes: z.optional(dishes),
    hides_content: z.optional(hides_content),
  }),
  output: settings,
  errors: [],
});

/** A text of so many characters in base64url without padding, as browsers write keys. */
const base64url = (characters: number) =>
  requiredLine(characters).check(
    z.regex(new RegExp(`^[\\w-]{${characters}}$`), { error: 'Kunci notifikasi tidak sah.' }),
  );
const endpoint = requiredLine(limits.pushEndpoint);
const fcm_token = requiredLine(limits.pushToken).check(
  z.regex(/^[\x21-\x7e]*$/, { error: 'Token notifikasi tidak sah.' }),
);

/**
 * Pushes to this device for as long as its session lasts: a browser gives the subscription of its push service with the keys that
 * texts are encrypted for (RFC 8291), the native app the token of Firebase Cloud Messaging. The same address again replaces
 * what was stored, also of another account. `was_known` tells whether this session had it already: an address that the device has given
 * before, and that is not known any more, was given up by the push service.
 */
export const subscribe_push = call({
  access: 'member',
  writes: true,
  input: z
    .strictObject({
      endpoint: z.optional(endpoint),
      p256dh: z.optional(base64url(limits.pushKey)),
      auth: z.optional(base64url(limits.pushAuth)),
      fcm_token: z.optional(fcm_token),
    })
    .check(
      z.refine(
        (given) =>
          given.fcm_token === undefined
            ? given.endpoint !== undefined && given.p256dh !== undefined && given.auth !== undefined
            : given.endpoint === undefined && given.p256dh === undefined && given.auth === undefined,
        { error: 'Harus berisi langganan browser atau token aplikasi.' },
      ),
    ),
  output: z.strictObject({ subscribed: z.boolean(), was_known: z.boolean() }),
  errors: ['push_endpoint_refused'],
});

/** Ends one's own subscription with this address; idempotent. */
export const unsubscribe_push = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ endpoint: z.optional(endpoint), fcm_token: z.optional(fcm_token) }).check(
    z.refine((given) => (given.endpoint === undefined) !== (given.fcm_token === undefined), {
      error: 'Harus berisi alamat langganan atau token aplikasi.',
    }),
  ),
  output: z.strictObject({ subscribed: z.boolean() }),
  errors: [],
});

/**
 * The answers with which a cook can reply to a question about a dish from the notification itself. Only browsers get them, and of the
 * cook's own texts only the first, as a notification has room for two.
 */
const pushReplies = z.strictObject({
  /** Whose answers they are: the device may belong to somebody else by the time of the tap. */
  account_id: id,
  conversation_id: id,
  /** The sequence of the message that is answered, up to which the conversation is read then. */
  sequence: z.int(),
  /** The id is that of the message which an answer becomes. All devices get the same, so that it is sent once. */
  replies: z.array(z.strictObject({ id, text: z.string() })),
});
export type PushReplies = z.infer<typeof pushReplies>;

/**
 * What a push carries: to a service worker as JSON of at most 3 kB, to the native app as the fields of `data`, each as text, with
 * `type` (`new_message`), `conversation_id` or `post_id` for what a tap opens. Without a title it says that what was shown with
 * this tag was read elsewhere and is to be closed.
 */
export const pushPayload = z.strictObject({
  /** Only one push of a tag shows at a time: `conversation:<id>`, `post:<id>`, `stall:<id>`, or `notifications` for all else. */
  tag: z.string(),
  title: z.optional(z.string()),
  body: z.optional(z.string()),
  /** The path that a tap opens. */
  url: z.optional(z.string()),
  /** The number on the icon's badge: unread messages, and unread notifications of anything else. */
  unread: z.int(),
  quick_replies: z.optional(pushReplies),
});
export type PushPayload = z.infer<typeof pushPayload>;
