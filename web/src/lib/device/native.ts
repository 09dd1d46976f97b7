/** A push message as Firebase delivers it; `data` is what the server has sent along. */
export type NativePush = { title?: string; body?: string; data?: Record<string, unknown> };

/** A notification that Android shows. */
type Delivered = { id: number; tag?: string };
type Permission = { receive: 'granted' | 'denied' | 'prompt' | 'prompt-with-rationale' };
export type NativeListener = { remove: () => Promise<void> };
type Listen<Events> = <Name extends keyof Events>(
  event: Name,
  listener: (data: Events[Name]) => void,
) => NativeListener;

/** The object that Capacitor puts into the pages of the native app before they load (docs/native.md), as far as it is used. */
export type NativeBridge = {
  isNativePlatform: () => boolean;
  /** The address at which a page reads a file of the device. */
  convertFileSrc: (file: string) => string;
  Plugins: {
    PushNotifications: {
      checkPermissions: () => Promise<Permission>;
      requestPermissions: () => Promise<Permission>;
      register: () => Promise<void>;
      /** Deletes the token: pushes on their way to it do not arrive. */
      unregister: () => Promise<void>;
      getDeliveredNotifications: () => Promise<{ notifications: Delivered[] }>;
      removeAllDeliveredNotifications: () => Promise<void>;
      removeDeliveredNotifications: (shown: { notifications: Delivered[] }) => Promise<void>;
      addListener: Listen<{
        registration: { value: string };
        registrationError: { error: string };
        pushNotificationReceived: NativePush;
        pushNotificationActionPerformed: { notification: NativePush };
      }>;
    };
    /** This plugin is our own: native/android/app/src/main/java/id/lapau/app/ShellPlugin.java. */
    Shell: {
      /** `push` is false in a build without Firebase's file, which could not register. */
      getFeatures: () => Promise<{ push: boolean }>;
      /** Photos that another app has shared, as files of the device. */
      addListener: Listen<{ photos: { files: string[] } }>;
    };
  };
};

declare global {
  interface Window {
    Capacitor?: NativeBridge;
  }
}

/** The bridge to the native app, or undefined in a browser. */
export const nativeBridge = (): NativeBridge | undefined =>
  globalThis.window?.Capacitor?.isNativePlatform() ? window.Capacitor : undefined;

/** Reads a file of the device. @returns null when it is not there any more */
export async function readNativeFile(bridge: NativeBridge, file: string): Promise<Blob | null> {
  const response = await fetch(bridge.convertFileSrc(file)).catch(() => null);
  return response?.ok ? response.blob() : null;
}
