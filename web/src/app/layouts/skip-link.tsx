import type { MouseEvent } from 'react';
import { frameId } from './screen-frame.tsx';

/** A link past the bars to the screen; it shows while it has the focus. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    // The skip leaves no entry in the history.
    event.preventDefault();
    document.getElementById(frameId)?.focus({ preventScroll: true });
  }
  return (
    <a
      href={`#${frameId}`}
      onClick={skip}
      className="pointer-events-none fixed top-2 left-2 z-30 grid min-h-11 place-items-center rounded-control bg-raised px-4 opacity-0 focus:pointer-events-auto focus:opacity-100"
    >
      Langsung ke isi
    </a>
  );
}
