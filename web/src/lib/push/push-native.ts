import { deviceStorage } from '../device/device-storage.ts';
import { inTime } from '../device/in-time.ts';
import type { NativeBridge } from '../device/native.ts';
import { browserMs } from '../worker/worker-registration.ts';
import type { PushDevice } from './push-device.ts';

/** The key of this device's token that the server has. Without it nothing was registered, and a build without push is left alone. */
const tokenKey = 'push-token';

/** Push by Firebase Cloud Messaging in the native app. */
export const nativePush = ({ Plugins: { PushNotifications, Shell } }: NativeBridge): PushDevice => ({
  state: async () => {
    if (!(await Shell.getFeatures()).push) return 'none';
    const { receive } = await PushNotifications.checkPermissions();
    return receive === 'denied' ? 'blocked' : receive === 'granted' ? 'granted' : 'prompt';
  },

  ask: async () => (await PushNotifications.requestPermissions()).receive === 'granted',

  subscribe: async () => {
    const registered = new Promise<string>((resolve, reject) => {
      const listeners = [
        PushNotifications.addListener('registration', ({ value }) => end(() => resolve(value))),
        PushNotifications.addListener('registrationError', ({ error }) => end(() => reject(new Error(error)))),
      ];
      const end = (settle: () => void) => {
        for (const listener of listeners) void listener.remove();
        settle();
      };
      PushNotifications.register().catch((cause: unknown) =>
        end(() => reject(new Error('Firebase cannot be reached.', { cause }))),
      );
    });
    const token = await inTime(registered, browserMs);
    deviceStorage.set(tokenKey, token);
    return { fcm_token: token };
  },

  hasAddress: async () => deviceStorage.get(tokenKey) !== null,

  leave: async () => {
    const token = deviceStorage.get(tokenKey);
    if (token === null) return undefined;
    await inTime(PushNotifications.unregister(), browserMs);
    deviceStorage.remove(tokenKey);
    // No pushes come any more, even if the shown notifications cannot be removed.
    await inTime(PushNotifications.removeAllDeliveredNotifications()).catch(() => undefined);
    return { fcm_token: token };
  },
});
