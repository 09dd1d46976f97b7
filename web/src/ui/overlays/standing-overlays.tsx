import { Fragment, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

type State = { open: boolean; onClose: () => void };
type Standing = { number: number; open: boolean; render: (state: State) => ReactNode };

let standing: readonly Standing[] = [];
let opened = 0;
const listeners = new Set<() => void>();

function set(next: readonly Standing[]): void {
  standing = next;
  for (const listener of listeners) listener();
}

const shownNow = () => standing;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const close = (number: number): void =>
  set(standing.map((one) => (one.number === number ? { ...one, open: false } : one)));

/**
 * Opens an overlay that stays until it is closed or the screen is left. It stays even if the element that opened it goes, such as the card
 * of a deleted post, so that a text typed in it is not lost.
 */
export function openStanding(render: Standing['render']): void {
  opened += 1;
  // An overlay that was closed has stayed until now for its closing animation.
  set([...standing.filter(({ open }) => open), { number: opened, open: true, render }]);
}

/** The overlays that openStanding has opened on a screen. */
export function StandingOverlays() {
  const shown = useSyncExternalStore(subscribe, shownNow, shownNow);
  useEffect(() => () => set([]), []);
  return shown.map(({ number, open, render }) => (
    <Fragment key={number}>{render({ open, onClose: () => close(number) })}</Fragment>
  ));
}
