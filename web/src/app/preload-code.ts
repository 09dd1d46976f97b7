import type { Role } from '@lapau/contract/profile';
import type { QueryClient } from '@tanstack/react-query';
import type { LazyCode } from '../lib/lazy-code.ts';
import { toastLibrary } from '../lib/toast.ts';
import { partCodes } from '../ui/lazy-part.tsx';
import type { Access } from './access.ts';
import { routes } from './routes.ts';

/**
 * Fetches the code that no first screen needs, so that a touch is answered at once and a failing network does not take
 * the toasts and overlays that speak of it along. It starts when the page has loaded and rests, or is touched: what the
 * first screen shows comes before. When a fetch fails, the others wait until that code is there (retryFailedCode).
 * @param role of who is signed in; nobody needs the code of screens they may not see
 * @param signal ends it
 */
export async function preloadCode(role: Role | null, client: QueryClient, signal: AbortSignal): Promise<void> {
  await Promise.race([rest(client), touch()]);
  for (let codes = missingCode(role); codes.length > 0 && !signal.aborted; codes = missingCode(role)) {
    await Promise.all(codes.map((code) => arrival(code)));
    await idle();
  }
}

const accesses: Record<Role | 'nobody', Access[]> = {
  nobody: ['public', 'guest'],
  pembeli: ['public', 'member'],
  penjual: ['public', 'member'],
  admin: ['public', 'member', 'admin'],
};

/** What is fetched next: first what the loaded screens can open, then one screen after another. */
function missingCode(role: Role | null): LazyCode<unknown>[] {
  const isMissing = (code: LazyCode<unknown> | undefined) => code !== undefined && code.state().at !== 'ready';
  const parts = [toastLibrary, ...(role ? partCodes : [])].filter(isMissing);
  if (parts.length > 0) return parts;
  const mayBeSeen = accesses[role ?? 'nobody'];
  const screens = Object.values(routes).flatMap(({ access, screen }) =>
    mayBeSeen.includes(access) ? (screen.code ?? []) : [],
  );
  return screens.filter(isMissing).slice(0, 1);
}

/** Until some code is there, however often that takes. */
async function arrival(code: LazyCode<unknown>): Promise<void> {
  if (await code.load()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = code.subscribe(() => {
      if (code.state().at !== 'ready') return;
      unsubscribe();
      resolve();
    });
  });
}

async function rest(client: QueryClient): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await idle();
  // Without boot data the first screen still waits for its answers.
  await new Promise<void>((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(check);
    function check() {
      if (client.isFetching() > 0) return;
      unsubscribe();
      resolve();
    }
    check();
  });
  await idle();
}

const touch = () => new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }));

const idleTimeoutMs = 2_000;

const idle = () =>
  new Promise<unknown>((resolve) => {
    // Safari learned it late.
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: idleTimeoutMs });
    else setTimeout(resolve, idleTimeoutMs / 10);
  });
