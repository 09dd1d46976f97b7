import { showPushToast } from '../../features/push/components/push-toast.ts';
import { readNativeFile } from '../../lib/device/native.ts';
import type { NativeBridge, NativePush } from '../../lib/device/native.ts';
import { sharedPhotos } from '../../lib/uploads/shared-photos.ts';
import { pushTarget } from './push-target.ts';

/**
 * Connects the page of a person who is signed in with the native app. What happened before, such as the tap on the notification
 * that has started the app, is delivered now: the bridge keeps it until somebody listens.
 * @param open opens a path of the app
 * @returns ends it
 */
export function connectNativeApp(bridge: NativeBridge, open: (path: string) => void): () => void {
  const { PushNotifications, Shell } = bridge.Plugins;
  const leaving = new AbortController();
  const listeners = [
    PushNotifications.addListener('pushNotificationReceived', (push) =>
      push.title === undefined
        ? void closeRead(bridge, push)
        : showPushToast(push.title, push.body, pushTarget(push.data), open, leaving.signal),
    ),
    PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) =>
      open(pushTarget(notification.data)),
    ),
    Shell.addListener('photos', ({ files }) => void takePhotos(files)),
  ];

  async function takePhotos(files: string[]): Promise<void> {
    const photos = await Promise.all(files.map((file) => readNativeFile(bridge, file)));
    if (leaving.signal.aborted) return;
    // The form opens first, so that it and no other form takes the photos.
    open('/my-warung/tambah-menu');
    sharedPhotos.add(photos.filter((photo) => photo !== null));
  }

  return () => {
    leaving.abort();
    for (const listener of listeners) void listener.remove();
    // The photos are dropped, so that the next person on this phone does not get them.
    sharedPhotos.take();
  };
}

/** Handles a push without a title: the notification that Android shows with its tag was read elsewhere. */
async function closeRead({ Plugins: { PushNotifications } }: NativeBridge, { data }: NativePush): Promise<void> {
  const { notifications } = await PushNotifications.getDeliveredNotifications();
  const read = notifications.filter(({ tag }) => tag !== undefined && tag === data?.['tag']);
  if (read.length > 0) await PushNotifications.removeDeliveredNotifications({ notifications: read });
}
