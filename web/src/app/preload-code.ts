import type { Role } from '@lapau/contract/profile';
import type { QueryClient } from '@tanstack/react-query';
import { CommentsSheet } from '../features/comments/components/comments-sheet.tsx';
import { LazyPostMenu } from '../features/posts/components/post-menu.tsx';
import { whenLoaded } from '../lib/lazy-code.ts';
import type { LazyCode } from '../lib/lazy-code.ts';
import { toastLibrary } from '../lib/toast.ts';
import { drawingsCode } from '../ui/empty-state.tsx';
import { partCodes } from '../ui/lazy-part.tsx';
import type { Access } from './access.ts';
import { memberTabs } from './navigation.ts';
import { outboxCode } from './outbox-sender.ts';
import { routes } from './routes.ts';

/**
 * Loads the code that the first screen does not need, so that a tap is answered at once, and so that toasts and overlays can
 * still be shown when the network fails. It starts once the page has loaded with its photos and is idle, or has answered a
 * touch: the first screen has precedence. What is likely to be tapped comes first, then what sends the changes that wait. When
 * a load fails, the rest waits until that code has loaded (retryFailedCode).
 * @param role of the person who is signed in: the code of screens they may not see is not loaded
 * @param signal stops it
 */
export async function preloadCode(role: Role | null, client: QueryClient, signal: AbortSignal): Promise<void> {
  await Promise.race([untilIdle(client), untilTouched().then(idle)]);
  for (let codes = missingCode(role); codes.length > 0 && !signal.aborted; codes = missingCode(role)) {
    await Promise.all(codes.map((code) => whenLoaded(code)));
    await idle();
  }
}

const tabPaths = new Set(Object.values(memberTabs).flatMap((tabs) => tabs.map(({ path }) => path)));
const tabCodes = Object.entries(routes).flatMap(([path, { screen }]) =>
  tabPaths.has(path) && screen.code ? [screen.code] : [],
);

const accesses: Record<Role | 'nobody', Access[]> = {
  nobody: ['public', 'guest'],
  pembeli: ['public', 'member'],
  penjual: ['public', 'member'],
  admin: ['public', 'member', 'admin'],
};

/** What is loaded next, at once: the first of these groups of which something is missing. */
function missingCode(role: Role | null): LazyCode<unknown>[] {
  const mayBeSeen = accesses[role ?? 'nobody'];
  const screens = Object.values(routes).flatMap(({ access, screen }) =>
    mayBeSeen.includes(access) && screen.code ? [screen.code] : [],
  );
  const groups = role
    ? [[CommentsSheet.code, LazyPostMenu.code], [toastLibrary, outboxCode, drawingsCode], tabCodes, partCodes]
    : [[toastLibrary, drawingsCode]];
  return (
    [...groups, ...screens.map((code) => [code])]
      .map((group) => group.filter((code) => code.state().status !== 'ready'))
      .find((missing) => missing.length > 0) ?? []
  );
}

async function untilIdle(client: QueryClient): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await idle();
  // Without boot data the first screen is still fetching its data.
  await new Promise<void>((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(check);
    function check() {
      if (client.isFetching() > 0) return;
      unsubscribe();
      resolve();
    }
    check();
  });
  await photosShown();
  await idle();
}

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
