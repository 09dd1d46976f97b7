import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const storageKey = 'scroll-positions';
const giveUpAfter = 5_000;

// A reloaded page goes on where it was; a page that is opened anew starts at its top.
const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const kept = opening && opening.type !== 'navigate' ? sessionStorage.getItem(storageKey) : null;
/** By history entry, and by path. */
const positions = new Map<string, number>(kept ? (JSON.parse(kept) as [string, number][]) : []);

window.history.scrollRestoration = 'manual';
window.addEventListener('pagehide', () => {
  sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)));
});

/** What a tab's link gives along: a tab is found again as it was left. */
export const asItWas = { asItWas: true };

/** Back and forward return to where the reader was, and so do tabs; everything else starts at its top. */
export function useScrollMemory(): void {
  const location = useLocation();
  const { key, pathname } = location;
  const isTab = (location.state as Partial<typeof asItWas> | null)?.asItWas === true;
  const navigation = useNavigationType();
  const lastPathname = useRef<string>(undefined);

  useLayoutEffect(() => {
    const isSamePlace = navigation === NavigationType.Replace && lastPathname.current === pathname;
    const isOpening = lastPathname.current === undefined;
    lastPathname.current = pathname;
    const entry = `${key} ${pathname}`;
    const name = navigation === NavigationType.Pop ? entry : isTab ? pathname : '';
    const target = positions.get(name) ?? 0;
    // A page that opens stands at its top; to scroll there would lay it out twice.
    const stays = isSamePlace || (isOpening && target === 0);
    const stopRestoring = stays ? undefined : scrollWhenTall(target);

    const remember = () => {
      for (const name of [entry, pathname]) {
        // Set anew, so that the map stays in the order of use.
        positions.delete(name);
        positions.set(name, window.scrollY);
      }
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stopRestoring?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key, pathname, navigation, isTab]);
}

/** Scrolls to `target` as soon as the page is tall enough, unless the reader moves first. @returns stops waiting */
function scrollWhenTall(target: number): () => void {
  window.scrollTo({ top: target, behavior: 'instant' });
  if (window.scrollY >= target - 1) return () => undefined;

  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => stopped.abort();
  const growth = new ResizeObserver(() => {
    window.scrollTo({ top: target, behavior: 'instant' });
    if (window.scrollY >= target - 1) stop();
  });
  growth.observe(document.body);
  signal.addEventListener('abort', () => growth.disconnect());
  AbortSignal.timeout(giveUpAfter).addEventListener('abort', stop, { signal });
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
    window.addEventListener(move, stop, { signal, passive: true });
  }
  return stop;
}
