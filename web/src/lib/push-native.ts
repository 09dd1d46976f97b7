import { deviceStorage } from './device-storage.ts';
import type { NativeBridge } from './native.ts';
import type { PushDevice } from './push-device.ts';

/** The token of this device that the server has; without it nothing was registered, and a build without push is left alone. */
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
    const token = await new Promise<string>((resolve, reject) => {
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
    deviceStorage.set(tokenKey, token);
    return { fcm_token: token };
  },

  leave: async () => {
    const token = deviceStorage.get(tokenKey);
    if (token === null) return undefined;
    deviceStorage.remove(tokenKey);
    await PushNotifications.unregister();
    await PushNotifications.removeAllDeliveredNotifications();
    return { fcm_token: token };
  },
});
