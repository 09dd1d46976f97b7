import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PushConfig } from '../config-push.ts';
import { createFcm } from './fcm.ts';
import { isAllowedEndpoint, toleratesSilence } from './network.ts';
import type { PushNetwork } from './network.ts';
import type { Outcome, Push, PushTarget } from './push.ts';
import type { VapidKeys } from './vapid.ts';
import { createWebPush } from './web-push.ts';

export type PushClient = {
  /** The VAPID key that browsers subscribe with. */
  publicKey: string;
  isAllowedEndpoint: (endpoint: string) => boolean;
  /** Whether a push may show nothing. */
  toleratesSilence: (target: PushTarget) => boolean;
  /** Sends a push; never throws. */
  send: (target: PushTarget, push: Omit<Push, 'topic'>) => Promise<Outcome>;
  /** The push service of a target, for the log: its whole address would be a key to the device. */
  hostOf: (target: PushTarget) => string;
};

/** A push service that did not answer is left alone for so long: what waits for it must not hold up the others. */
const silenceMs = 30_000;

/** Sends pushes to browsers and, with a service account of FCM, to the native app. */
export function createPushClient(config: PushConfig, vapid: VapidKeys, network: PushNetwork): PushClient {
  const sendToBrowser = createWebPush(vapid, network);
  const sendToApp = config.fcmAccount && createFcm(config.fcmAccount, config.fcmUrl);
  /** Until when each host is left alone. */
  const silentUntil = new LRUCache<string, number>({ max: 100 });

  const hostOf = (target: PushTarget) => new URL('fcm_token' in target ? config.fcmUrl : target.endpoint).hostname;

  const sendOnce = (target: PushTarget, push: Push): Promise<Outcome> => {
    if (!('fcm_token' in target)) return sendToBrowser(target, push);
    return sendToApp
      ? sendToApp(target.fcm_token, push)
      : Promise.resolve({ is: 'refused', reason: 'no service account of FCM' });
  };

  return {
    publicKey: vapid.publicKey,
    isAllowedEndpoint: (endpoint) => isAllowedEndpoint(endpoint, network),
    toleratesSilence: (target) => 'fcm_token' in target || toleratesSilence(target.endpoint),
    hostOf,
    send: async (target, push) => {
      const host = hostOf(target);
      const silent: Outcome = { is: 'failed', reason: 'no answer', retryAfterSeconds: silenceMs / 1_000 };
      if ((silentUntil.get(host) ?? 0) > performance.now()) return silent;
      try {
        return await sendOnce(target, { ...push, topic: topicOf(push.payload.tag) });
      } catch {
        silentUntil.set(host, performance.now() + silenceMs);
        return silent;
      }
    },
  };
}

/** At most 32 characters of base64url (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
