import type { PushPayload } from '@lapau/contract/push';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PushTarget } from '../../platform/push/push.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { retryDelaySeconds, targetOf, turnedAwayMs } from './policy.ts';
import { findDevicesWithAddress } from './queries.ts';

/** A push to a device whose row is deleted with its session: the job itself holds the address and the text. */
export type LastPush = {
  device: string;
  person: string;
  target: PushTarget;
  payload: PushPayload;
  /** How often this push has failed. */
  attempt: number;
  /** How often there was no place for this push. */
  turnedAway: number;
  /** The end of its use in milliseconds, by this machine's clock. */
  expires_at: number;
};

/** A failed push queues a new job, as other pushes do. */
export const sendLastPush = defineJob<LastPush>(
  'send_last_push',
  { retryLimit: 10, retryDelay: 5, expireInSeconds: 240 },
  { laneOf: ({ person }) => person },
);

const lifetimeMs = 24 * 60 * 60_000;

/**
 * Tells each device of a person, before its session ends, the reason: it gets no other push and cannot read the notification. This is
 * sent at any hour and whatever is switched off, as it is about the account itself.
 */
export async function pushLast(
  tx: Tx,
  userId: string,
  { title, body }: { title: string; body: string },
): Promise<void> {
  const devices = await findDevicesWithAddress(tx.db, userId);
  await tx.enqueueAll(
    sendLastPush,
    devices.map(({ hides_content, ...device }) => ({
      device: device.id,
      person: userId,
      target: targetOf(device),
      payload: {
        tag: 'notifications',
        ...(hides_content ? { title: 'Notifikasi baru' } : { title, body }),
        url: '/login',
        unread: 0,
      },
      attempt: 0,
      turnedAway: 0,
      expires_at: Date.now() + lifetimeMs,
    })),
  );
}

export async function deliverLast({ push, jobs, log }: Platform, job: LastPush): Promise<void> {
  const { device, person, target, payload, attempt, turnedAway, expires_at } = job;
  // This machine's clock may have been ahead when the push was queued.
  const secondsLeft = Math.min(expires_at - Date.now(), lifetimeMs) / 1_000;
  if (secondsLeft < 1) return;
  const hindrance = push.hindrance(target, { device, person });
  if (hindrance) {
    const isFull = hindrance.is === 'full';
    const afterMs = isFull ? turnedAwayMs(turnedAway) : hindrance.ms;
    return jobs.enqueueNow(sendLastPush, { ...job, turnedAway: isFull ? turnedAway + 1 : 0 }, { afterMs });
  }
  const outcome = await push.send(
    target,
    { payload, appData: {}, items: 1, ttlSeconds: Math.floor(secondsLeft), isUrgent: true },
    { device, person },
  );
  if (!('reason' in outcome)) return;
  log.warn({ host: push.hostOf(target), reason: outcome.reason }, 'the last push to a device was not delivered');
  if (outcome.is === 'refused') return;
  const delay = retryDelaySeconds(attempt, secondsLeft, outcome.retryAfterSeconds);
  if (delay !== undefined)
    await jobs.enqueueNow(sendLastPush, { ...job, attempt: attempt + 1 }, { afterMs: delay * 1_000 });
}
