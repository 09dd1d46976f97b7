import { screenAt } from '@lapau/contract/screens';
import type { Layout, ScreenAccess } from '@lapau/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import type { ComponentType, CSSProperties } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { isFromDevice } from '../lib/calls/boot.ts';
import { createLazyCode, useLazyCode, whenLoaded } from '../lib/device/lazy-code.ts';
import { subscribeToUnkept, unkeptLine } from '../lib/device/unkept.ts';
import { dateAdvice } from '../lib/network/signal-advice.ts';
import { toast } from '../lib/screen/toast.ts';
import { useSession } from '../lib/session/session.tsx';
import type { ToWorker } from '../lib/worker/worker-messages.ts';
import { StandingOverlays } from '../ui/overlays/standing-overlays.tsx';
import { Toaster } from '../ui/overlays/toaster.tsx';
import { useHasSignal } from '../ui/parts/use-long-wait.ts';
import { createPartCode } from '../ui/waiting/lazy-part.tsx';
import { DevicePart } from './device-part.tsx';
import { Guard } from './guard.tsx';
import { BareLayout } from './layouts/bare-layout.tsx';
import { MemberLayout } from './layouts/member-layout.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { OfflineBar, offlineBarHeight } from './offline-bar.tsx';
import { useOutboxSender } from './outbox-sender.ts';
import { routes } from './routes.ts';
import { useStart } from './start.ts';
import { noteTaken } from './take-rendered.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const layouts: Record<Layout, ComponentType> = {
  member: MemberLayout,
  admin: lazyScreen(async () => (await import('./areas/desk.ts')).AdminLayout),
  bare: BareLayout,
};
const accesses: ScreenAccess[] = ['public', 'guest', 'member', 'admin'];

/** Screens of the same access class and layout share a frame, which stays mounted while the screen inside changes. */
const frames = Object.entries(layouts).flatMap(([layout, Frame]) =>
  accesses.map((access) => ({
    name: `${layout} ${access}`,
    access,
    Frame,
    inside: routes.filter((route) => route.layout === layout && route.access === access),
  })),
);

const deviceBars = createPartCode(async () => (await import('./device/device-bars.tsx')).DeviceBars);
const preloading = createLazyCode(() => import('./preload-code.ts'));

/** Tells the worker that the release which it has opened works on this device. */
function tellStarted(): void {
  if (isFromDevice) navigator.serviceWorker.controller?.postMessage({ type: 'started' } satisfies ToWorker);
}

export function App() {
  const client = useQueryClient();
  const { user, profile, loading } = useSession();
  const role = profile?.role ?? null;
  const isOffline = !useHasSignal();
  const unkept = useSyncExternalStore(subscribeToUnkept, unkeptLine, () => undefined);
  const DeviceBars = useLazyCode(deviceBars, false);
  useScrollMemory();
  useOutboxSender();
  useStart();
  const { pathname } = useLocation();
  useEffect(() => toast.leaveScreen, [pathname]);
  // This comes before any event that the app handles.
  useLayoutEffect(noteTaken, []);
  useEffect(tellStarted, []);
  useEffect(() => {
    if (loading) return;
    const controller = new AbortController();
    void whenLoaded(preloading).then(({ preloadCode }) => preloadCode(role, client, controller.signal));
    return () => controller.abort();
  }, [loading, role, client]);
  const offlineBar = offlineBarHeight({ isOffline, unkept });
  return (
    <div style={{ '--offline-bar': offlineBar } as CSSProperties}>
      {/* It is there from the beginning, as many screen readers are silent about a live region that comes with its text. */}
      <p role="status" className="sr-only">
        {[isOffline && (dateAdvice() ?? 'Sinyal hilang.'), unkept].filter(Boolean).join(' ')}
      </p>
      {(isOffline || unkept) && <OfflineBar isOffline={isOffline} unkept={unkept} />}
      {/* A path without a screen goes to the not-found screen, which knows what a changed link was meant to be. */}
      {/* The key remounts everything for another person: nothing the last one typed or opened remains. */}
      <Routes key={user?.id} {...(screenAt(pathname) === '*' && { location: '/tidak-ada' })}>
        {frames.map(({ name, access, Frame, inside }) => (
          <Route
            key={name}
            element={
              <Guard access={access}>
                <Frame />
              </Guard>
            }
          >
            {inside.map(({ path, screen: Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Route>
        ))}
      </Routes>
      {user && <StandingOverlays key={`${user.id} ${pathname}`} />}
      <DevicePart />
      {DeviceBars.status === 'ready' && <DeviceBars.code />}
      <Toaster top={offlineBar} />
    </div>
  );
}
