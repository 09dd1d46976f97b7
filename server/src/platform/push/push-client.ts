import { createHash } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { PushConfig } from './config-push.ts';
import { createFcm } from './fcm.ts';
import { createLanes } from './lanes.ts';
import type { Hindrance, Recipient, Run, Way } from './lanes.ts';
import { entryOf, isAllowedEndpoint, toleratesSilence } from './network.ts';
import type { PushNetwork } from './network.ts';
import type { Outcome, Push, PushTarget } from './push.ts';
import type { VapidKeys } from './vapid.ts';
import { createWebPush } from './web-push.ts';

export type PushClient = {
  /** The VAPID key that browsers subscribe with. */
  publicKey: string;
  isAllowedEndpoint: (endpoint: string) => boolean;
  /** Whether a push to this target may show nothing. */
  toleratesSilence: (target: PushTarget) => boolean;
  /** Says why a push to a device may not be sent now; undefined when it may. */
  hindrance: (target: PushTarget, recipient: Recipient) => Hindrance | undefined;
  /** Sends a push; never throws. */
  send: (target: PushTarget, push: Omit<Push, 'topic'>, recipient: Recipient) => Promise<Outcome>;
  /** The push service of a target, for the log: its whole address would be a key to the device. */
  hostOf: (target: PushTarget) => string;
};

/** Sends pushes to browsers and, with a service account of FCM, to the native app. */
export function createPushClient(config: PushConfig, vapid: VapidKeys, network: PushNetwork, log: Log): PushClient {
  const sendToBrowser = createWebPush(vapid, network);
  const sendToApp = config.fcmAccount && createFcm(config.fcmAccount, config.fcmUrl, network);
  const lanes = createLanes(log, network.pauseMs);

  const hostOf = (target: PushTarget) => new URL('fcm_token' in target ? config.fcmUrl : target.endpoint).hostname;

  const wayOf = (target: PushTarget): Way => {
    const host = hostOf(target);
    if ('fcm_token' in target) return { host, entry: host, isApp: true };
    return { host, entry: entryOf(host, network) ?? host, isApp: false };
  };

  const sendOnce = (target: PushTarget, push: Push, run: Run): Promise<Outcome> => {
    if (!('fcm_token' in target)) return sendToBrowser(target, push, run);
    return sendToApp
      ? sendToApp(target.fcm_token, push, run)
      : Promise.resolve({ is: 'refused', reason: 'no service account of FCM' });
  };

  return {
    publicKey: vapid.publicKey,
    isAllowedEndpoint: (endpoint) => isAllowedEndpoint(endpoint, network),
    toleratesSilence: (target) => 'fcm_token' in target || toleratesSilence(target.endpoint),
    hostOf,
    hindrance: (target, recipient) => lanes.hindrance(wayOf(target), recipient),
    send: async (target, push, recipient) => {
      const named = { ...push, topic: topicOf(push.payload.tag) };
      try {
        return await sendOnce(target, named, (post) => lanes.run(wayOf(target), recipient, post));
      } catch {
        return { is: 'failed', reason: 'no answer', retryAfterSeconds: undefined };
      }
    },
  };
}

/** Makes a topic of a tag: it may have at most 32 characters of base64url (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
