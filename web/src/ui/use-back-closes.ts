import { useEffect, useEffectEvent } from 'react';

// Every open overlay has a history entry of its own, numbered by depth in the entry's state, so that the back button
// takes the topmost overlay away and nothing else. `settle` makes the entries agree with what is open.
const openOverlays: (() => void)[] = [];
const waiting: (() => void)[] = [];
let isLeaving = false;
let settling: ReturnType<typeof setTimeout> | undefined;

function entryDepth(): number {
  const depth = (window.history.state as { overlay?: unknown } | null)?.overlay;
  return typeof depth === 'number' ? depth : 0;
}

function settle(): void {
  if (isLeaving) return;
  const surplus = entryDepth() - openOverlays.length;
  if (surplus > 0) {
    isLeaving = true;
    window.history.go(-surplus);
    return;
  }
  for (let depth = entryDepth() + 1; depth <= openOverlays.length; depth += 1) {
    // The router's own state goes along: to it the entry is the same place.
    window.history.pushState({ ...(window.history.state as object | null), overlay: depth }, '');
  }
  if (openOverlays.length === 0) for (const action of waiting.splice(0)) action();
}

/** Later, so that an overlay that closes and one that opens in the same step, or a navigation, come to one change. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

window.addEventListener('popstate', () => {
  if (isLeaving) isLeaving = false;
  else for (const close of openOverlays.slice(entryDepth())) close();
  // An entry of an overlay that is long gone is stepped over here.
  settleSoon();
});

/** Does something once the overlays that are open now are gone from the history: only then a step back leaves the page. */
export function afterOverlays(action: () => void): void {
  waiting.push(action);
  settleSoon();
}

/** While `open`, the back button (Android's too) calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const closeLatest = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const overlay = () => closeLatest();
    openOverlays.push(overlay);
    settleSoon();
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
      settleSoon();
    };
  }, [open]);
}
