import { createHmac } from 'node:crypto';
import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import { pushDefaults } from '@lapau/contract/push';
import type { PushPayload, PushReplies } from '@lapau/contract/push';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/process/semaphore.ts';
import type { Outcome } from '../../platform/push/push.ts';
import {
  appDataOf,
  conversationTag,
  isAboutAccount,
  isPushed,
  kindOf,
  messagePayload,
  notificationPayload,
  retryDelaySeconds,
  subjectTag,
  targetOf,
  turnedAwayMs,
} from './policy.ts';
import type { PushedMessage, PushedNotification, Subject } from './policy.ts';
import { addShownTag, deleteSubscription, findDevice, removeShownTag } from './queries.ts';
import type { Device } from './queries.ts';
import { sendPush } from './rules.ts';
import type { PushJob } from './rules.ts';

/** Functions that find what pushes say. app.ts hands them in, as the features that know it stand above this one. */
export type PushContents = {
  /** Finds a message to a person while it is the newest unread one; after its deletion, the newest unread one of its conversation. */
  message: (
    platform: Platform,
    userId: string,
    about: { message: string; conversation?: string },
  ) => Promise<PushedMessage | undefined>;
  /** Finds a notification if the person has not read it. */
  notification: (platform: Platform, userId: string, id: string) => Promise<PushedNotification | undefined>;
  /** Counts unread messages, and unread notifications of anything else. */
  countUnread: (platform: Platform, userId: string) => Promise<number>;
  unreadConversations: (platform: Platform, userId: string) => Promise<string[]>;
  /** What a person's unread notifications are about. */
  unreadSubjects: (platform: Platform, userId: string) => Promise<(Subject & { type: Read<NotificationType> })[]>;
};

/**
 * The turns in which pushes are read, encrypted and sent, by person. More at the same time would hold up the calls, as encrypting takes
 * a millisecond for each. A push waits for its turn inside a job that expires after 240 seconds.
 */
const inTurn = createSemaphore({ concurrency: 4, maxQueued: 10_000, waitMs: 200_000 });
/** A push that has no answer by then gives its turn to the next one, and waits on outside of the turns. */
const turnMs = 250;

/**
 * Sends a push. One process sends pushes to one device one after another, as their jobs are in one lane; two processes may each send one
 * at the same time. Each job ends as soon as it was handled, so that a device gets the push once, even if the process is killed; only a
 * push that is on its way at that moment may come twice.
 * @param hour the hour of the day in tests, instead of that of the database's clock
 */
export async function deliver(platform: Platform, contents: PushContents, job: PushJob, hour?: number): Promise<void> {
  let whole: Promise<void> | undefined;
  await inTurn(job.person ?? job.device, async () => {
    const turn = Promise.withResolvers<void>();
    whole = deliverOne({ platform, contents, job, endTurn: turn.resolve }, hour);
    await Promise.race([whole, turn.promise]);
  });
  await whole;
}

/** A push that is being sent. */
type Delivery = {
  platform: Platform;
  contents: PushContents;
  job: PushJob;
  /** Gives its turn to the next push. */
  endTurn: () => void;
};

async function deliverOne(delivery: Delivery, hour?: number): Promise<void> {
  const { platform, contents, job } = delivery;
  const device = await findDevice(platform.database.db, job.device, job.expires_at);
  if (!device || device.seconds_left < 1) return;
  if (job.about === 'close') return closeRead(delivery, device);
  const switches = device.switches ?? pushDefaults;
  // A kind that only a later release knows has no switch here, and is not sent.
  if (!switches[job.about.kind]) return;
  const said = await contentOf(platform, contents, device.user_id, job.about);
  if (!said) return;
  const isAtAnyHour = 'type' in said && isAboutAccount(said.type);
  const now = { switches, role: device.role, hour: hour ?? device.hour, isAtAnyHour };
  if (!isPushed(job.about.kind, now)) return;
  if (await isPutBack(delivery, device)) return;
  const payload =
    'type' in said
      ? notificationPayload(said, switches)
      : messagePayload(said, switches, repliesTo(said, device, platform.secret));
  // The tag is noted first, so that what is read while it is being sent is closed afterwards.
  await addShownTag(platform.database.db, device.id, payload.tag);
  const unread = await contents.countUnread(platform, device.user_id);
  await send(delivery, device, { ...payload, unread }, 'type' in said ? 1 : said.unread);
}

/** How many answers a notification has room for: systems show two. */
const repliesShown = 2;

/** The answers with which a cook's browser can reply from the notification; the native app has none. */
function repliesTo(
  { id, conversation_id, sequence, quick_replies }: PushedMessage,
  device: Device,
  secret: string,
): PushReplies | undefined {
  if (device.fcm_token !== null || quick_replies.length === 0) return undefined;
  const replies = quick_replies.slice(0, repliesShown).map((text) => ({ id: replyId(id, text, secret), text }));
  return { account_id: device.user_id, conversation_id, sequence, replies };
}

/**
 * The id of the message that answers another one with a text: the same on all devices and in each push, so that it is sent once. Who has
 * asked cannot work it out, and take it first for a message of their own.
 */
function replyId(messageId: string, text: string, secret: string): string {
  const digits = createHmac('sha256', secret).update(`quick reply ${messageId} ${text}`).digest('hex');
  // It begins with the time of the other id, by which it stands near that one in the index (UUIDv8).
  return `${messageId.slice(0, 14)}8${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}

/** Puts a push back that may not be sent now: it waits in the queue, behind newer ones, for as long as it is of use. */
async function isPutBack({ platform, job }: Delivery, device: Device): Promise<boolean> {
  const { push, jobs } = platform;
  const hindrance = push.hindrance(targetOf(device), recipientOf(device));
  if (!hindrance) return false;
  const turnedAway = job.turnedAway ?? 0;
  const afterMs = hindrance.is === 'full' ? turnedAwayMs(turnedAway) : hindrance.ms;
  if (afterMs < device.seconds_left * 1_000)
    await jobs.enqueueNow(
      sendPush,
      { ...job, person: device.user_id, turnedAway: hindrance.is === 'full' ? turnedAway + 1 : 0 },
      { afterMs },
    );
  return true;
}

const contentOf = (
  platform: Platform,
  contents: PushContents,
  userId: string,
  about: Exclude<PushJob['about'], 'close'>,
) =>
  'message' in about
    ? contents.message(platform, userId, about)
    : contents.notification(platform, userId, about.notification);

/**
 * Closes a notification on a device of which nothing is unread any more, or which names somebody who is not to be seen. Each job closes
 * one, so that a job takes no longer when a slow device shows many.
 */
async function closeRead(delivery: Delivery, device: Device): Promise<void> {
  const { platform, contents, job } = delivery;
  const { db } = platform.database;
  const conversations = await contents.unreadConversations(platform, device.user_id);
  const subjects = await contents.unreadSubjects(platform, device.user_id);
  const unreadTags = new Set([
    ...conversations.map(conversationTag),
    ...subjects.filter(({ type }) => kindOf(type) !== null).map(subjectTag),
  ]);
  const read = device.shown_tags.filter((tag) => !unreadTags.has(tag) || job.tags?.includes(tag));
  const [tag] = read;
  if (tag === undefined) return;
  if (!platform.push.toleratesSilence(targetOf(device))) {
    for (const one of read) await removeShownTag(db, device.id, one);
    return;
  }
  if (await isPutBack(delivery, device)) return;
  const unread = await contents.countUnread(platform, device.user_id);
  const outcome = await send(delivery, device, { tag, unread });
  if (outcome.is === 'gone' || outcome.is === 'failed') return;
  await removeShownTag(db, device.id, tag);
  if (read.length > 1) await platform.jobs.enqueueNow(sendPush, { ...job, person: device.user_id });
}

async function send(
  { platform, job, endTurn }: Delivery,
  device: Device,
  payload: PushPayload,
  items = 0,
): Promise<Outcome> {
  const { push, database, jobs, log } = platform;
  const target = targetOf(device);
  const isUrgent = job.about !== 'close' && job.about.kind === 'messages';
  const turn = setTimeout(endTurn, turnMs);
  const outcome = await push.send(
    target,
    { payload, appData: appDataOf(payload), items, ttlSeconds: Math.floor(device.seconds_left), isUrgent },
    recipientOf(device),
  );
  clearTimeout(turn);
  if (outcome.is === 'gone') await deleteSubscription(database.db, device.id);
  if (outcome.is === 'refused')
    log.warn({ host: push.hostOf(target), reason: outcome.reason }, 'a push was refused, and is not sent again');
  if (outcome.is === 'failed') {
    const { reason, retryAfterSeconds } = outcome;
    log.warn({ host: push.hostOf(target), reason }, 'a push could not be sent');
    const delay = retryDelaySeconds(job.attempt, device.seconds_left, retryAfterSeconds);
    if (delay !== undefined)
      await jobs.enqueueNow(
        sendPush,
        { ...job, person: device.user_id, attempt: job.attempt + 1 },
        { afterMs: delay * 1_000 },
      );
  }
  return outcome;
}

const recipientOf = ({ id, user_id }: Device) => ({ device: id, person: user_id });
