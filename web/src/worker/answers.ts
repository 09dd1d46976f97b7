import { protocol } from '@lapau/contract/protocol';
import type { PushReplies } from '@lapau/contract/push';
import { errorOfResponse, isNetworkError } from '../lib/calls/api-error.ts';
import { newId } from '../lib/device/new-id.ts';
import { heldAfterMs, messageKind, readingKind } from '../lib/outbox/chat-changes.ts';
import type { AnyKind } from '../lib/outbox/kind.ts';
import { queueOf, withNew } from '../lib/outbox/queue.ts';
import type { Entries, OutboxEntry } from '../lib/outbox/queue.ts';
import { isSent, madeNow, syncTag } from '../lib/outbox/request.ts';
import { knownAccount } from './photos.ts';
import type { ShowOptions, ShownData } from './shown.ts';
import { askSession, sendWaiting } from './waiting.ts';
import type { OutboxParts } from './waiting.ts';

/*
 * Answers a question about a dish from its notification (D106). A tap puts the answer into the outbox, as the chat's page would, and sends
 * what waits there. A notification of its own tells of an answer that has not arrived.
 */
declare const self: ServiceWorkerGlobalScope;

type Reply = PushReplies['replies'][number];

/**
 * Sends the answer that the person has tapped on a notification.
 * @returns whether the notification has this answer
 */
export async function answerTapped(notification: Notification, action: string, device: OutboxParts): Promise<boolean> {
  const { url, replies } = (notification.data ?? {}) as ShownData;
  const reply = replies?.replies.find(({ id }) => id === action);
  if (!replies || !reply) return false;
  notification.close();
  const { account_id: account, conversation_id: conversation } = replies;
  // Without the account, the outbox of somebody who has signed out would be filled by whoever has the phone now.
  if ((await signedInAccount()) !== account) {
    await show('Jawaban tidak terkirim', {
      tag: tagOf(conversation),
      body: 'Buka Lapau untuk menjawab.',
      data: { url },
    });
    return true;
  }
  await device.storage.update(account, (stored) => withAnswer(stored, replies, reply));
  device.tabs.announce(account);
  // A page in the foreground may not have loaded its outbox, so that the worker sends even if one is seen.
  const failure: unknown = await sendWaiting(device, async () => false).then(() => undefined, orError);
  const willSync = failure !== undefined && (await askForSync());
  const data: ShownData = { url, answer: { account, id: reply.id } };
  const entry = await findUnsent(device, account, reply.id);
  if (!entry) return true;
  const body =
    refusalOf(entry) ??
    (isSignalMissing(failure)
      ? willSync
        ? 'Menunggu sinyal.'
        : 'Menunggu sinyal. Buka Lapau kalau sinyal sudah ada.'
      : 'Buka chat ini untuk mengirimnya.');
  await show(`“${reply.text}” belum terkirim`, { tag: tagOf(conversation), body, data });
  return true;
}

/** Tells what has become of the answers that waited: what has been sent is told no more, and what was refused is. */
export async function followAnswers(device: OutboxParts): Promise<void> {
  for (const shown of await self.registration.getNotifications()) {
    const { answer } = (shown.data ?? {}) as ShownData;
    if (!answer) continue;
    const entry = await findSettled(device, answer.account, answer.id);
    const body = entry && refusalOf(entry);
    if (!entry) shown.close();
    else if (body !== undefined && body !== shown.body)
      await show(shown.title, { tag: shown.tag, body, data: shown.data as ShownData });
  }
}

/**
 * Who is signed in here; null for nobody. The worker knows it once a page has been at rest, and otherwise asks the server, which takes
 * somebody for signed in who has left without a signal: a cookie tells of that where notifications have buttons.
 */
async function signedInAccount(): Promise<string | null> {
  const known = await knownAccount();
  if (known !== null) return known;
  if (!('cookieStore' in self) || (await self.cookieStore.get('lapau.left'))) return null;
  return askSession().then(
    ({ account }) => account ?? null,
    () => null,
  );
}

/** The tag is not that of the conversation's pushes, as the server closes those once the conversation has been read. */
const tagOf = (conversation: string): string => `answer:${conversation}`;

/** Adds an answer and the reading of what it answers, unless the answer is there already. */
function withAnswer(stored: Entries, replies: PushReplies, { id, text: content }: Reply): Entries {
  if (stored.some((entry) => entry.id === id)) return stored;
  const { conversation_id, sequence } = replies;
  const message = { id, conversation_id, content, post_id: null, post: null };
  const reading = { id: conversation_id, on: sequence, left: 0, isClosedHere: true as const };
  const added: [OutboxEntry, Pick<AnyKind, 'supersede'>][] = [
    [entryOf(id, messageKind, conversation_id, message), {}],
    [entryOf(newId(), readingKind, conversation_id, reading), { supersede: () => null }],
  ];
  return added.reduce((entries, [entry, kind]) => withNew(entries, entry, kind), stored);
}

type ChatKind<Change> = {
  name: string;
  request: (change: Change) => Omit<OutboxEntry['request'] & object, 'protocol' | 'maxAgeMs'>;
};

const entryOf = <Change>(
  id: string,
  { name, request }: ChatKind<Change>,
  subject: string,
  change: Change,
): OutboxEntry => ({
  id,
  kind: name,
  subject,
  change,
  ...madeNow(),
  request: { ...request(change), protocol, maxAgeMs: heldAfterMs },
});

const orError = (error: unknown): unknown => error ?? new Error('The outbox could not be sent.');

/** Whether nobody has answered: fetch fails with a TypeError, a captive portal with an error of our own. */
const isSignalMissing = (failure: unknown): boolean =>
  failure instanceof TypeError || failure instanceof DOMException || isNetworkError(failure);

async function findUnsent({ storage }: Pick<OutboxParts, 'storage'>, account: string, id: string) {
  const entry = (await storage.read(account)).find((one) => one.id === id);
  return entry && isSent(entry.response) ? undefined : entry;
}

/** Finds an unsent answer once nobody is sending it: a page takes it out of the outbox only when the server has answered. */
async function findSettled(device: OutboxParts, account: string, id: string) {
  let entry = await findUnsent(device, account, id);
  if (!entry) return undefined;
  await device.tabs.lock(`outbox ${account} ${queueOf(entry)}`, async () => {
    entry = await findUnsent(device, account, id);
  });
  return entry;
}

/** Why the server has refused an answer; undefined if it has not. */
function refusalOf({ held, response }: OutboxEntry): string | undefined {
  if (held?.because === 'refused') return held.reason;
  return response && errorOfResponse(response.status, response.body).message;
}

/** Has the browser wake the worker once there is a network. @returns whether it does */
async function askForSync(): Promise<boolean> {
  const { sync } = self.registration as { sync?: { register: (tag: string) => Promise<void> } };
  if (!sync) return false;
  return sync.register(syncTag).then(
    () => true,
    () => false,
  );
}

const show = (title: string, options: ShowOptions & { data: ShownData }): Promise<void> =>
  self.registration.showNotification(title, { lang: 'id', icon: '/icon-192.png', badge: '/badge-96.png', ...options });
