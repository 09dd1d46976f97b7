import https from 'node:https';
import type { Run } from './lanes.ts';
import { isAllowedEndpoint, lookupOf, RefusedAddress, resolvePublic } from './network.ts';
import type { PushNetwork } from './network.ts';
import { post } from './post.ts';
import type { Answer } from './post.ts';
import type { BrowserSubscription, Outcome, Push } from './push.ts';
import type { VapidKeys } from './vapid.ts';

/** Connections to each push service: more than pushes may be under way there (lanes.ts), so that none waits for a connection. */
const maxSockets = 20;

/** Sends by Web Push (RFC 8030), with a payload encrypted for the browser (RFC 8291) and signed as this server's (RFC 8292). */
export function createWebPush(vapid: VapidKeys, network: PushNetwork) {
  const lookup = lookupOf((host) => resolvePublic(host, network));
  const agent = new https.Agent({ keepAlive: true, maxSockets, lookup, ca: network.ca });

  const { timeoutMs } = network;

  return async (subscription: BrowserSubscription, push: Push, run: Run): Promise<Outcome> => {
    const { endpoint, p256dh, auth, vapid_public_key } = subscription;
    if (vapid_public_key !== vapid.publicKey) return { is: 'gone' };
    if (!isAllowedEndpoint(endpoint, network)) return { is: 'refused', reason: 'a host that is not allowed' };
    const { generateRequestDetails } = await loadWebPush();
    let details;
    try {
      details = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(push.payload), {
        vapidDetails: vapid,
        TTL: push.ttlSeconds,
        topic: push.topic,
        urgency: push.isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
    } catch {
      // The browser's key is no point on the curve, so no push can be encrypted for it.
      return { is: 'gone' };
    }
    try {
      const { headers, body } = details;
      return outcomeOf(await run(() => post(endpoint, { headers, body, timeoutMs, agent })));
    } catch (error) {
      if (error instanceof RefusedAddress) return { is: 'refused', reason: error.message };
      throw error;
    }
  };
}

/** Loads the package, which is CommonJS, with the first push. */
const loadWebPush = async () => (await import('web-push')).default;

function outcomeOf({ status, retryAfterSeconds }: Answer): Outcome {
  if (status >= 200 && status < 300) return { is: 'delivered' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const reason = `status ${status}`;
  return status === 429 || status >= 500 ? { is: 'failed', reason, retryAfterSeconds } : { is: 'refused', reason };
}
