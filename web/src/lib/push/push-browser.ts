import { inTime } from '../device/in-time.ts';
import { browserMs, findWorker, isWorkerOff, registerWorker, workers } from '../worker/worker-registration.ts';
import { pushAddress } from './push-address.ts';
import type { PushDevice } from './push-device.ts';

/** Whether this is a tab of an iPhone, which has push only if opened from the home screen. Safari alone has `standalone`. */
const isTabOfIphone = () => 'standalone' in navigator && !navigator.standalone;

const findSubscription = async (): Promise<PushSubscription | null | undefined> => {
  const pushManager = (await findWorker())?.pushManager;
  return pushManager && inTime(pushManager.getSubscription());
};

/** Web push (RFC 8030), which comes to the service worker. */
export const browserPush: PushDevice = {
  state: async () => {
    if (isWorkerOff()) return 'off';
    if (!workers || !('PushManager' in window) || !('Notification' in window))
      return isTabOfIphone() ? 'install' : 'none';
    const { permission } = Notification;
    return permission === 'denied' ? 'blocked' : permission === 'default' ? 'prompt' : 'granted';
  },

  ask: async () => (await Notification.requestPermission()) === 'granted',

  subscribe: async (key) => {
    if (!workers) throw new Error('There is no worker.');
    const { pushManager } = await registerWorker(workers);
    const applicationServerKey = bytesOf(key);
    const before = await inTime(pushManager.getSubscription());
    // The server has had another key since the subscription was made, and cannot push to it.
    const isOutdated = before && !isSame(before.options.applicationServerKey, applicationServerKey);
    if (isOutdated) await inTime(before.unsubscribe(), browserMs);
    return pushAddress(
      before && !isOutdated
        ? before
        : await inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }), browserMs),
    );
  },

  hasAddress: async () => Boolean(await findSubscription()),

  leave: async () => {
    const subscription = await findSubscription();
    if (!subscription) return undefined;
    await inTime(subscription.unsubscribe(), browserMs);
    return { endpoint: subscription.endpoint };
  },
};

/** Decodes base64url, as older browsers do not take such a key. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const binary = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}
