import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUnreadOthers } from '../../features/notifications/api.ts';
import { registrationQuery } from '../../features/push/api-device.ts';
import { PushOffer } from '../../features/push/components/push-offer.tsx';
import { showPushToast } from '../../features/push/components/push-toast.ts';
import { setIconBadge } from '../../lib/device/icon-badge.ts';
import { useMember } from '../../lib/session/session.tsx';
import { closeNotificationsOf, listenToPushes } from '../../lib/worker/worker-pushes.ts';
import { useNativeApp } from '../native/use-native-app.ts';

/** Handles what reaches a person's device from outside of the page: pushes, taps on them, and the number on the app's icon. */
export function DeviceApp({ account }: { account: string }) {
  useQuery(registrationQuery(account));
  useNativeApp();
  usePushes();
  useIconBadge();
  return <PushOffer account={account} />;
}

function usePushes(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    const leaving = new AbortController();
    const stopListening = listenToPushes({
      show: ({ title = '', body, url = '/notifications' }) =>
        showPushToast(title, body, url, (path) => open(path), leaving.signal),
      open: (path) => open(path),
    });
    return () => {
      leaving.abort();
      stopListening();
    };
  }, []);
  useEffect(() => {
    const see = () => document.visibilityState === 'visible' && void closeNotificationsOf(pathname);
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [pathname]);
}

function useIconBadge(): void {
  const { unread } = useMember();
  const total = unread.messages + useUnreadOthers();
  useEffect(() => void setIconBadge(total), [total]);
}
