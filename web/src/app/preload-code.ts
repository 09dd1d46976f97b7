import { ofKnown } from '@lapau/contract/known';
import type { Read } from '@lapau/contract/known';
import { isSellerRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';
import type { ScreenAccess } from '@lapau/contract/screens';
import type { QueryClient } from '@tanstack/react-query';
import { stopWaitingForMails } from '../features/auth/api-waiting.ts';
import { CommentsSheet } from '../features/comments/components/comments-sheet.tsx';
import { LazyPostMenu } from '../features/posts/components/post-menu.tsx';
import { bootCallCode } from '../lib/calls/api.ts';
import { savesData } from '../lib/device/data-saver.ts';
import { whenLoaded, whenWantedLoaded } from '../lib/device/lazy-code.ts';
import type { LazyCode } from '../lib/device/lazy-code.ts';
import { outbox } from '../lib/outbox/page-outbox.ts';
import { storedAnswers } from '../lib/query/query.ts';
import { pollingCode } from '../lib/realtime/realtime-connection.ts';
import { keepFocusInView } from '../lib/screen/focus-in-view.ts';
import { keepFocus } from '../lib/screen/keep-focus.ts';
import { toastLibrary } from '../lib/screen/toast.ts';
import { forgetOthers, keptApp, sessionQuery } from '../lib/session/session-query.ts';
import { drawingsCode } from '../ui/waiting/empty-state.tsx';
import { partCodes } from '../ui/waiting/lazy-part.tsx';
import { deviceCode } from './device-part.tsx';
import { frameId } from './layouts/screen-frame.tsx';
import { memberTabs } from './navigation.ts';
import { outboxCode } from './outbox-sender.ts';
import { routes } from './routes.ts';

/**
 * Loads the code that the first screen does not need, so that a tap is answered at once, and so that toasts and overlays can
 * still be shown when the network fails. It starts once the page has loaded with its photos and is idle, or has answered a
 * touch: the first screen has precedence. What is likely to be tapped comes first, then what sends the changes that wait. It is
 * loaded one after another, and only while nothing that a person has asked for is loading. When a load fails, the rest waits until
 * that code has loaded (retryFailedCode). Nothing is loaded in advance for somebody who saves data, but
 * what sends changes of an earlier page, and what keeps the device reached by push. What is known is stored for when there is no signal
 * as soon as the code for it is there, the app itself in the end. From its beginning the focus is kept and kept in view, which nobody misses before.
 * @param role of the person who is signed in: the code of screens that are not theirs is not loaded
 * @param signal stops it
 */
export async function preloadCode(role: Read<Role> | null, client: QueryClient, signal: AbortSignal): Promise<void> {
  keepFocus(frameId, signal);
  keepFocusInView(signal);
  await Promise.race([untilIdle(client), untilTouched().then(idle)]);
  startStoring(client);
  // The form may have signed in by itself.
  if (role !== null) stopWaitingForMails();
  if (!savesData()) {
    for (let code = nextCode(role); code && !signal.aborted; code = nextCode(role)) {
      await Promise.all([untilFetched(client), whenWantedLoaded()]);
      await whenLoaded(code);
      if (code === outboxCode) outbox.start();
      if (code === storedAnswers) startStoring(client);
      await idle();
    }
  } else if (role) {
    await whenLoaded(outboxCode);
    outbox.start();
    await whenLoaded(deviceCode);
  }
  if (!signal.aborted) await keepOnDevice(client);
}

let isStoring = false;

/** Stores on the device, from now on, all answers of the page, as soon as the code is there: many a page is left before all has loaded. */
function startStoring(client: QueryClient): void {
  const code = storedAnswers.state();
  if (isStoring || code.status !== 'ready') return;
  isStoring = true;
  code.code.storeAnswers(client);
}

/** Has the device keep the app and its answers, for when there is no signal. */
async function keepOnDevice(client: QueryClient): Promise<void> {
  await whenLoaded(storedAnswers);
  startStoring(client);
  const account = client.getQueryData(sessionQuery.queryKey)?.session?.user.id ?? null;
  if (account !== null) await forgetOthers(account);
  const { keepApp } = await whenLoaded(keptApp);
  await keepApp(account);
}

const tabPaths = new Set<string>(Object.values(memberTabs).flatMap((tabs) => tabs.map(({ path }) => path)));

const accesses: Record<Role | 'nobody', ScreenAccess[]> = {
  nobody: ['public', 'guest'],
  // Members get the form to sign in too, as they may sign out without a signal.
  pembeli: ['public', 'member', 'guest'],
  penjual: ['public', 'member', 'guest'],
  admin: ['public', 'member', 'admin', 'guest'],
};

/** The code of the screens that a person of this role opens: those to which a tab leads, or the others. */
function screenCodes(role: Read<Role> | null, isTab: boolean): LazyCode<unknown>[] {
  const mayBeSeen = role === null ? accesses.nobody : (ofKnown(accesses, role) ?? accesses.pembeli);
  const sells = role === null || isSellerRole(role);
  return routes
    .filter(({ area, access }) => mayBeSeen.includes(access) && (sells || area !== 'cook'))
    .flatMap(({ path, screen }) => (tabPaths.has(path) === isTab && screen.code ? [screen.code] : []));
}

/** The code that is loaded next. */
function nextCode(role: Read<Role> | null): LazyCode<unknown> | undefined {
  const parts = partCodes.flatMap(({ code, audience }) => (audience === 'admin' && role !== 'admin' ? [] : [code]));
  const beforeScreens = role
    ? [
        CommentsSheet.code,
        LazyPostMenu.code,
        toastLibrary,
        storedAnswers,
        bootCallCode,
        pollingCode,
        outboxCode,
        deviceCode,
        drawingsCode,
        ...screenCodes(role, true),
        ...parts,
      ]
    : [toastLibrary, drawingsCode];
  return [...beforeScreens, ...screenCodes(role, false)].find((code) => code.state().status !== 'ready');
}

async function untilIdle(client: QueryClient): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await idle();
  // Without boot data the first screen is still fetching its data.
  await untilFetched(client);
  await photosShown();
  await idle();
}

/** Waits until no query is fetching. */
const untilFetched = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(check);
    function check() {
      if (client.isFetching() > 0) return;
      unsubscribe();
      resolve();
    }
    check();
  });

/** Waits for the photos on the screen: the load event does not wait for lazy ones. */
async function photosShown(): Promise<void> {
  const loading = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return !image.complete && bottom > 0 && top < window.innerHeight;
  });
  await Promise.all(
    loading.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true });
          image.addEventListener('error', resolve, { once: true });
        }),
    ),
  );
}

const untilTouched = () => new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }));

const idleTimeoutMs = 2_000;

const idle = () =>
  new Promise<unknown>((resolve) => {
    // Older Safaris lack it.
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: idleTimeoutMs });
    else setTimeout(resolve, idleTimeoutMs / 10);
  });
