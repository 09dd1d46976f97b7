import { createLazyCode, useLazyCode } from '../lib/device/lazy-code.ts';
import { nativeBridge } from '../lib/device/native.ts';
import { useSession } from '../lib/session/session.tsx';

/** This code is not part of the first load: a browser's page needs it at rest, the native app's at once. */
export const deviceCode = createLazyCode(async () => (await import('./device/device-app.tsx')).DeviceApp);

/** Connects the page of a person who is signed in with their device. */
export function DevicePart() {
  const { user } = useSession();
  const state = useLazyCode(deviceCode, nativeBridge() !== undefined);
  if (!user || state.status !== 'ready') return null;
  const { code: DeviceApp } = state;
  return <DeviceApp key={user.id} account={user.id} />;
}
