import { useEffect, useEffectEvent } from 'react';
import { isOnServer } from '../../lib/device/on-server.ts';
import { coverToasts } from '../../lib/screen/toast.ts';

// Every open overlay has a history entry of its own, numbered by depth in the entry's state, so that the back button
// closes the topmost overlay and nothing else. `syncEntries` makes the history entries match what is open.
const openOverlays: (() => void)[] = [];
const afterClosed: (() => void)[] = [];
/** The timer of a step back that was started here and has not arrived yet: it limits how long the step may take. */
let goingBack: ReturnType<typeof setTimeout> | undefined;
const goingBackMs = 3_000;
let syncTimer: ReturnType<typeof setTimeout> | undefined;

function entryDepth(): number {
  const depth = (globalThis.history?.state as { overlay?: unknown } | null | undefined)?.overlay;
  return typeof depth === 'number' ? depth : 0;
}

function syncEntries(): void {
  if (goingBack !== undefined) return;
  const surplus = entryDepth() - openOverlays.length;
  if (surplus > 0) {
    goingBack = setTimeout(keepEntry, goingBackMs);
    window.history.go(-surplus);
    return;
  }
  for (let depth = entryDepth() + 1; depth <= openOverlays.length; depth += 1) {
    // The router's own state is copied: to the router the entry is the same location.
    window.history.pushState({ ...(window.history.state as object | null), overlay: depth }, '');
  }
  if (openOverlays.length === 0) for (const action of afterClosed.splice(0)) action();
}

/** Notes that the browser has dropped the entries before this one, which is the page's own from now on. */
function keepEntry(): void {
  goingBack = undefined;
  window.history.replaceState({ ...(window.history.state as object | null), overlay: openOverlays.length }, '');
  syncEntries();
}

/** Waits for the end of the task, so that overlays that close and open in it, or a navigation, are one change. */
function syncEntriesSoon(): void {
  clearTimeout(syncTimer);
  syncTimer = setTimeout(syncEntries);
}

if (!isOnServer)
  window.addEventListener('popstate', () => {
    if (goingBack === undefined) for (const close of openOverlays.slice(entryDepth())) close();
    clearTimeout(goingBack);
    goingBack = undefined;
    // Entries of overlays that were closed before are skipped here.
    syncEntriesSoon();
  });

// The page was loaded again while overlays were open, or its tab was restored: their entries are still there.
if (entryDepth() > 0) syncEntries();

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
