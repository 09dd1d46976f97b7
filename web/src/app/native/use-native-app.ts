import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { createLazyCode, useLazyCode } from '../../lib/device/lazy-code.ts';
import { nativeBridge } from '../../lib/device/native.ts';
import { useSession } from '../../lib/session/session.tsx';

/** This code is not part of the first load, as browsers never need it. */
const nativeApp = createLazyCode(() => import('./native-app.ts'));

/** In the native app, connects the page of a signed-in person with the functions that browsers lack. */
export function useNativeApp(): void {
  const { user } = useSession();
  const navigate = useNavigate();
  const bridge = nativeBridge();
  const state = useLazyCode(nativeApp, bridge !== undefined);
  const code = state.status === 'ready' ? state.code : undefined;
  const personId = user?.id;
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    if (!bridge || !code || personId === undefined) return;
    return code.connectNativeApp(bridge, (path) => open(path));
  }, [bridge, code, personId]);
}
