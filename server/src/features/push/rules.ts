import type { ParsedInput } from '@lapau/contract/calls';
import { limits } from '@lapau/contract/limits';
import type { NotificationType } from '@lapau/contract/notifications';
import { pushDefaults } from '@lapau/contract/push';
import type { PushKind, PushSettings } from '@lapau/contract/push';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { PushClient } from '../../platform/push/push-client.ts';
import type { Member } from '../../platform/session/actor.ts';
import { lockOpenSessionShared } from '../../platform/session/stored-sessions.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { conversationTag, isOwn, kindOf, lifetimeSeconds, subjectTag } from './policy.ts';
import type { Subject } from './policy.ts';
import {
  deleteOldest,
  deleteSubscription,
  findByAddress,
  findDevices,
  findShowingDevices,
  findSwitches,
  removeSessionTag,
  replaceSubscription,
  saveSwitches,
} from './queries.ts';
import type { Address } from './queries.ts';

/**
 * A push to one device. It carries ids only: its text is made when it is sent, from what is then true. `about` is the message or the
 * notification; a close tells the device what was read elsewhere.
 */
export type PushJob = {
  device: string;
  /** The person whose device it is; jobs that 1.0.0 has queued do not have it. */
  person?: string;
  about:
    | { kind: PushKind; message: string; conversation?: string }
    | { kind: PushKind; notification: string }
    | 'close';
  /** Tags that a close closes even if something of them is unread, as they name somebody whom the person is not to see any more. */
  tags?: string[];
  /** How often this push has failed. */
  attempt: number;
  /** How often there was no place for this push. */
  turnedAway?: number;
  /** The end of its use, by the database's clock. */
  expires_at: string;
};

/** A failed push queues a new job for later; the job itself is run again only when the database or the process failed. */
export const sendPush = defineJob<PushJob>(
  'send_push',
  { retryLimit: 10, retryDelay: 5, expireInSeconds: 240 },
  { laneOf, subjectOf },
);

/** A person has two lanes, and each device is in one of them: a device that does not answer holds up only its own lane. */
function laneOf({ person, device }: PushJob): string | undefined {
  return person && `${person} ${Number.parseInt(device.slice(-1), 16) % 2}`;
}

/** The subject of a push, such as a conversation on a device: a new job takes the place of one that waits about the same. */
function subjectOf({ device, about, tags }: PushJob): string | undefined {
  if (about === 'close') return tags ? undefined : `${device} close`;
  const subject = 'message' in about ? about.conversation : about.notification;
  return subject && `${device} ${subject}`;
}

/** Pushes a message to the devices of its recipient. */
export async function pushMessage(
  tx: Tx,
  { id: message, conversationId, recipient }: { id: string; conversationId: string; recipient: string },
): Promise<void> {
  const devices = await findDevices(tx.db, [recipient], 'messages', lifetimeSeconds('messages'));
  const about = { kind: 'messages' as const, message, conversation: conversationId };
  await tx.enqueueAll(
    sendPush,
    devices.map(({ id, expires_at }) => ({ device: id, person: recipient, about, attempt: 0, expires_at })),
  );
}

/** Pushes notifications to the devices of their people, those of a type that is pushed at all. */
export async function pushNotifications(
  tx: Tx,
  notifications: { id: string; user_id: string; type: NotificationType }[],
): Promise<void> {
  const byKind = Map.groupBy(notifications, ({ type }) => kindOf(type));
  for (const [kind, rows] of byKind) {
    if (!kind) continue;
    const idOf = new Map(rows.map(({ user_id, id }) => [user_id, id]));
    const devices = await findDevices(tx.db, [...idOf.keys()], kind, lifetimeSeconds(kind));
    await tx.enqueueAll(
      sendPush,
      devices.flatMap(({ id, user_id, expires_at }) => {
        const notification = idOf.get(user_id);
        const job = { device: id, person: user_id, attempt: 0, expires_at };
        return notification ? [{ ...job, about: { kind, notification } }] : [];
      }),
    );
  }
}

/** Closes notifications on people's devices that they have read elsewhere, or that are gone. */
export async function closePushes(tx: Tx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  const devices = await findShowingDevices(tx.db, userIds, lifetimeSeconds('comments'));
  await tx.enqueueAll(
    sendPush,
    devices.map(({ id, user_id, expires_at }) => ({
      device: id,
      person: user_id,
      about: 'close',
      attempt: 0,
      expires_at,
    })),
  );
}

/** Notes that the browser of a session has closed its notification of a conversation by itself: browsers allow few silent pushes. */
export const forgetShown = (tx: Tx, member: Member, conversationId: string) =>
  removeSessionTag(tx.db, member.sessionId, conversationTag(conversationId));

/** The subject of pushes to somebody: each conversation, post or stall is one notification on the device. */
type Shown = { user_id: string } & ({ conversation_id: string } | Subject);

/** Closes pushes on people's devices that name somebody whom they are not to see any more, even if others in them are unread. */
export async function closeNamingPushes(tx: Tx, shown: Shown[]): Promise<void> {
  if (shown.length === 0) return;
  const tagsOf = Map.groupBy(shown, ({ user_id }) => user_id);
  const devices = await findShowingDevices(tx.db, [...tagsOf.keys()], lifetimeSeconds('comments'));
  await tx.enqueueAll(
    sendPush,
    devices.flatMap(({ id, user_id, shown_tags, expires_at }) => {
      const naming = tagsOf
        .get(user_id)
        ?.map((one) => ('conversation_id' in one ? conversationTag(one.conversation_id) : subjectTag(one)));
      const tags = shown_tags.filter((tag) => naming?.includes(tag));
      return tags.length > 0
        ? [{ device: id, person: user_id, about: 'close' as const, tags, attempt: 0, expires_at }]
        : [];
    }),
  );
}

export async function getPushSettings(db: Db, client: PushClient, userId: string): Promise<PushSettings> {
  return { vapid_public_key: client.publicKey, ...((await findSwitches(db, userId)) ?? pushDefaults) };
}

export async function setPushSettings(
  tx: Tx,
  client: PushClient,
  userId: string,
  given: ParsedInput<'set_push_settings'>,
): Promise<PushSettings> {
  return { vapid_public_key: client.publicKey, ...(await saveSwitches(tx.db, userId, given)) };
}

/**
 * Stores the device of a session, in place of the one that had its address. Beyond a number of devices the person's oldest is deleted.
 * @returns whether the session had this device already
 * @throws AppError push_endpoint_refused; unauthenticated when the session has just ended
 */
export async function subscribe(
  tx: Tx,
  client: PushClient,
  member: Member,
  given: ParsedInput<'subscribe_push'>,
): Promise<boolean> {
  // The end of a session deletes only devices that are stored by then.
  if (!(await lockOpenSessionShared(tx.db, member.sessionId))) throw new AppError('unauthenticated');
  const owner = { user_id: member.id, session_id: member.sessionId };
  const replaced = await replaceSubscription(tx.db, owner, addressOf(client, given));
  await deleteOldest(tx.db, member.id, limits.pushDevices);
  return replaced.wasKnown;
}

function addressOf(client: PushClient, { endpoint, p256dh, auth, fcm_token }: ParsedInput<'subscribe_push'>): Address {
  if (fcm_token !== undefined) return { fcm_token };
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new AppError('invalid_input');
  if (!client.isAllowedEndpoint(endpoint)) throw new AppError('push_endpoint_refused');
  return { endpoint, p256dh, auth, vapid_public_key: client.publicKey };
}

/** Deletes a device's subscription, unless it is another person's. */
export async function unsubscribe(tx: Tx, member: Member, given: ParsedInput<'unsubscribe_push'>): Promise<void> {
  const { endpoint, fcm_token } = given;
  const stored =
    fcm_token === undefined
      ? endpoint !== undefined && (await findByAddress(tx.db, { endpoint }))
      : await findByAddress(tx.db, { fcm_token });
  if (stored && isOwn(member, stored)) await deleteSubscription(tx.db, stored.id);
}
