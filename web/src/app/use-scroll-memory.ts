import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { tabStorage } from '../lib/device/device-storage.ts';
import { isOnServer } from '../lib/device/on-server.ts';

const storageKey = 'scroll-positions';
const restoreTimeoutMs = 5_000;

// A reloaded page keeps its scroll position; a page that is opened anew starts at its top.
const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const stored = opening && opening.type !== 'navigate' ? tabStorage.get(storageKey) : null;
/** Scroll positions in pixels, by history entry and by path. */
const positions = new Map<string, number>(stored ? (JSON.parse(stored) as [string, number][]) : []);

/** Where the page is, in pixels, as the last scroll event said. */
let scrolledTo = 0;

if (!isOnServer) {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    tabStorage.set(storageKey, JSON.stringify([...positions].slice(-50)));
  });
}

/** The `location.state` of a tab's link: the tab opens at its last scroll position. */
export const keepScrollState = { keepScroll: true };

/** Restores the scroll position after back, forward and a change of tab; everything else starts at its top. */
export function useScrollMemory(): void {
  const location = useLocation();
  const { key, pathname } = location;
  const isTab = (location.state as Partial<typeof keepScrollState> | null)?.keepScroll === true;
  const navigation = useNavigationType();
  const lastPathname = useRef<string>(undefined);

  useLayoutEffect(() => {
    const isSamePath = navigation === NavigationType.Replace && lastPathname.current === pathname;
    lastPathname.current = pathname;
    const entry = `${key} ${pathname}`;
    const source = navigation === NavigationType.Pop ? entry : isTab ? pathname : '';
    const target = positions.get(source) ?? 0;
    // Scrolling a page that is at its top already, or asking for its position, would each cost a layout.
    const isInPlace = isSamePath || (target === 0 && scrolledTo === 0);
    const stopRestoring = isInPlace ? undefined : scrollWhenTall(target);

    const remember = () => {
      scrolledTo = window.scrollY;
      for (const name of [entry, pathname]) {
        // The name is deleted first, so that the map stays in the order of use and the oldest can be dropped.
        positions.delete(name);
        positions.set(name, scrolledTo);
      }
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stopRestoring?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key, pathname, navigation, isTab]);
}

/** Scrolls to `target` pixels as soon as the page is tall enough, unless the reader moves first. @returns cancels */
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
  setTimeout(stop, restoreTimeoutMs);
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
    window.addEventListener(move, stop, { signal, passive: true });
  }
  return stop;
}
