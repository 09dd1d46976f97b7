import { nativeBridge } from '../device/native.ts';
import { browserPush } from './push-browser.ts';
import type { PushDevice } from './push-device.ts';
import { nativePush } from './push-native.ts';

/** This device's push: Firebase's in the native app, else the browser's. */
export function pushDevice(): PushDevice {
  const bridge = nativeBridge();
  return bridge ? nativePush(bridge) : browserPush;
}
