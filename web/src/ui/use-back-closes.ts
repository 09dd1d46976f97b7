import { useEffect, useEffectEvent } from 'react';
import { coverToasts } from '../lib/toast.ts';

// Every open overlay has a history entry of its own, numbered by depth in the entry's state, so that the back button
// closes the topmost overlay and nothing else. `syncEntries` makes the history entries match what is open.
const openOverlays: (() => void)[] = [];
const afterClosed: (() => void)[] = [];
/** A step back that was started here has not arrived yet. */
let isGoingBack = false;
let syncTimer: ReturnType<typeof setTimeout> | undefined;

function entryDepth(): number {
  const depth = (window.history.state as { overlay?: unknown } | null)?.overlay;
  return typeof depth === 'number' ? depth : 0;
}

function syncEntries(): void {
  if (isGoingBack) return;
  const surplus = entryDepth() - openOverlays.length;
  if (surplus > 0) {
    isGoingBack = true;
    window.history.go(-surplus);
    return;
  }
  for (let depth = entryDepth() + 1; depth <= openOverlays.length; depth += 1) {
    // The router's own state is copied: to the router the entry is the same location.
    window.history.pushState({ ...(window.history.state as object | null), overlay: depth }, '');
  }
  if (openOverlays.length === 0) for (const action of afterClosed.splice(0)) action();
}

/** Deferred, so that an overlay that closes and one that opens, or a navigation, in the same task are one change. */
function syncEntriesSoon(): void {
  clearTimeout(syncTimer);
  syncTimer = setTimeout(syncEntries);
}

window.addEventListener('popstate', () => {
  if (isGoingBack) isGoingBack = false;
  else for (const close of openOverlays.slice(entryDepth())) close();
  // Entries of overlays that were closed before are skipped here.
  syncEntriesSoon();
});

/** Runs `action` once the closed overlays' entries are gone from the history: only then a step back leaves the page. */
export function afterOverlays(action: () => void): void {
  afterClosed.push(action);
  syncEntriesSoon();
}

/** While `open`, the back button (Android's too) calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const closeLatest = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const overlay = () => closeLatest();
    openOverlays.push(overlay);
    coverToasts(true);
    syncEntriesSoon();
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
      if (openOverlays.length === 0) coverToasts(false);
      syncEntriesSoon();
    };
  }, [open]);
}
