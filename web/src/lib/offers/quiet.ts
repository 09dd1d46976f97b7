import { onlineManager } from '@tanstack/react-query';
import { mayOpen } from '../device/at-rest.ts';
import { outbox } from '../outbox/page-outbox.ts';
import { heldOf } from '../outbox/queue.ts';
import { waitingText } from '../screen/toast.ts';

/*
 * Tells when an offer may open that nobody has asked for: it is in nobody's way while they read, do or send something. This is not part
 * of the first load.
 */

const quietMs = 5_000;
const checkMs = 500;
/** The longest wait of an offer for a moment; after that it waits for the next occasion. */
const longestWaitMs = 300_000;

let disturbedAt = performance.now();
const noteDisturbance = (): void => {
  disturbedAt = performance.now();
};
for (const type of ['touchstart', 'touchmove', 'touchend', 'pointerdown', 'keydown', 'wheel'] as const)
  document.addEventListener(type, noteDisturbance, { capture: true, passive: true });

const overlays = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]';

const isToastShown = (): boolean =>
  waitingText() !== undefined || document.querySelector('[data-sonner-toast]') !== null;

/** Whether a change is on its way, or waits for its turn; a change that waits for the person does not count. */
function isAnythingUnsent(): boolean {
  const { entries } = outbox.state();
  return entries.some((entry) => !heldOf(entry, entries, outbox.kindOf(entry.kind)));
}

/** Whether an offer would cover or interrupt nothing at this moment. */
const isCalm = (): boolean =>
  document.visibilityState === 'visible' &&
  onlineManager.isOnline() &&
  // The manager may be wrong: an answer that was under way when the network went has it take the network for present.
  navigator.onLine &&
  mayOpen() &&
  !isAnythingUnsent() &&
  document.querySelector(overlays) === null &&
  !isToastShown();

/**
 * Waits for five seconds without toast, touch, key or dialog, on a page that is seen, has a signal and has sent everything.
 * @param hasRoom whether the offer could be seen on this screen
 * @returns whether one offer may open now; another one that waits comes five seconds later. False once `ended`, and after five minutes
 */
export async function untilQuiet(ended: AbortSignal, hasRoom = () => true): Promise<boolean> {
  const until = performance.now() + longestWaitMs;
  while (!ended.aborted && performance.now() < until) {
    if (!isCalm() || !hasRoom()) noteDisturbance();
    else if (performance.now() - disturbedAt >= quietMs) {
      noteDisturbance();
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, checkMs));
  }
  return false;
}
