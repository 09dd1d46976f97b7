import { isDeepStrictEqual } from 'node:util';
import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import { pushDefaults } from '@lapau/contract/push';
import type { PushPayload } from '@lapau/contract/push';
import type { TakenJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Outcome } from '../../platform/push/push.ts';
import {
  appDataOf,
  conversationTag,
  isAboutAccount,
  isPushed,
  kindOf,
  messagePayload,
  notificationPayload,
  postTag,
  retryDelaySeconds,
  targetOf,
} from './policy.ts';
import type { PushedMessage, PushedNotification } from './policy.ts';
import { addShownTag, deleteSubscription, findDevice, removeShownTag } from './queries.ts';
import type { Device } from './queries.ts';
import { sendPush } from './rules.ts';
import type { PushJob } from './rules.ts';

/** What pushes say, handed in by app.ts: the features that know it stand above this one. */
export type PushContents = {
  /** A message to a person, while it is the newest that they have not read. */
  message: (platform: Platform, userId: string, id: string) => Promise<PushedMessage | undefined>;
  /** A notification that a person has not read. */
  notification: (platform: Platform, userId: string, id: string) => Promise<PushedNotification | undefined>;
  /** Unread messages and notifications together. */
  countUnread: (platform: Platform, userId: string) => Promise<number>;
  unreadConversations: (platform: Platform, userId: string) => Promise<string[]>;
  /** Of what a person's unread notifications are. */
  unreadSubjects: (
    platform: Platform,
    userId: string,
  ) => Promise<{ type: Read<NotificationType>; post_id: string | null }[]>;
};

/** Devices that are sent to at the same time: more would hold up the calls, as encrypting takes a millisecond each. */
const concurrency = 4;

/**
 * Sends pushes, those to one device one after another. Each ends as soon as it was handled, so that a device gets it once though
 * the process is killed meanwhile; only what is on its way at that moment may come twice.
 * @param hour of the day, if not that of the database's clock; for tests
 */
export async function deliver(
  platform: Platform,
  contents: PushContents,
  jobs: TakenJob<PushJob>[],
  hour?: number,
): Promise<void> {
  const queues = Map.groupBy(jobs, ({ data }) => data.device).values();
  const work = async () => {
    for (const queue of queues)
      for (const { data, end } of withoutRepeats(queue)) {
        await deliverOne(platform, contents, data, hour);
        await end();
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** What several comments under one post have queued is the same notification. */
const withoutRepeats = (jobs: TakenJob<PushJob>[]): TakenJob<PushJob>[] =>
  jobs.filter(({ data }, at) => !jobs.slice(at + 1).some((later) => isDeepStrictEqual(later.data.about, data.about)));

async function deliverOne(platform: Platform, contents: PushContents, job: PushJob, hour?: number): Promise<void> {
  const device = await findDevice(platform.database.db, job.device, job.expires_at);
  if (!device || device.seconds_left < 1) return;
  if (job.about === 'close') return closeRead(platform, contents, device, job);
  const switches = device.switches ?? pushDefaults;
  const said = await contentOf(platform, contents, device.user_id, job.about);
  if (!said) return;
  const isAtAnyHour = 'type' in said && isAboutAccount(said.type);
  const now = { switches, role: device.role, hour: hour ?? device.hour, isAtAnyHour };
  if (!isPushed(job.about.kind, now)) return;
  const payload = 'type' in said ? notificationPayload(said, switches) : messagePayload(said, switches);
  // noted first: what is read while it is being sent is closed after it
  await addShownTag(platform.database.db, device.id, payload.tag);
  const unread = await contents.countUnread(platform, device.user_id);
  await send(platform, device, { ...payload, unread }, job);
}

const contentOf = (
  platform: Platform,
  contents: PushContents,
  userId: string,
  about: Exclude<PushJob['about'], 'close'>,
) =>
  'message' in about
    ? contents.message(platform, userId, about.message)
    : contents.notification(platform, userId, about.notification);

/** Closes what shows on a device though nothing of it is unread. */
async function closeRead(platform: Platform, contents: PushContents, device: Device, job: PushJob): Promise<void> {
  const conversations = await contents.unreadConversations(platform, device.user_id);
  const subjects = await contents.unreadSubjects(platform, device.user_id);
  const unreadTags = new Set([
    ...conversations.map(conversationTag),
    ...subjects.filter(({ type }) => kindOf(type) !== null).map(({ post_id }) => postTag(post_id)),
  ]);
  const read = device.shown_tags.filter((tag) => !unreadTags.has(tag));
  if (read.length === 0) return;
  const unread = await contents.countUnread(platform, device.user_id);
  for (const tag of read) {
    if (platform.push.toleratesSilence(targetOf(device))) {
      const outcome = await send(platform, device, { tag, unread }, job);
      if (outcome.is === 'gone' || outcome.is === 'failed') return;
    }
    await removeShownTag(platform.database.db, device.id, tag);
  }
}

async function send(
  { push, database, jobs, log }: Platform,
  device: Device,
  payload: PushPayload,
  job: PushJob,
): Promise<Outcome> {
  const target = targetOf(device);
  const isUrgent = job.about !== 'close' && job.about.kind === 'messages';
  const outcome = await push.send(target, {
    payload,
    appData: appDataOf(payload.tag),
    ttlSeconds: Math.floor(device.seconds_left),
    isUrgent,
  });
  if (outcome.is === 'gone') await deleteSubscription(database.db, device.id);
  if (outcome.is === 'refused')
    log.warn({ host: push.hostOf(target), reason: outcome.reason }, 'a push was refused, and is not sent again');
  if (outcome.is === 'failed') {
    const { reason, retryAfterSeconds } = outcome;
    log.warn({ host: push.hostOf(target), reason }, 'a push could not be sent');
    const delay = retryDelaySeconds(job.attempt, device.seconds_left, retryAfterSeconds);
    if (delay !== undefined)
      await jobs.enqueueNow(sendPush, { ...job, attempt: job.attempt + 1 }, { afterMs: delay * 1_000 });
  }
  return outcome;
}
