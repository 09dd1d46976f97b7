/* Whether there is a signal, so that waiting changes can say so (D119). follow-network.ts and the code of requests report it here. */

let isOnline = true;
/** How many requests in a row the network has failed: one may fail while a phone changes from one network to another. */
let failuresInARow = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Notes whether the browser, or the first request of a page, has found the network present or away. */
export function noteOnline(next: boolean): void {
  isOnline = next;
  tell();
}

/** Notes that the network has failed a request. A silent server does not mean that the network is away. */
export function noteFailedNetwork(): void {
  failuresInARow += 1;
  tell();
}

/** Forgets the failures, as the network has carried something, or is another one. */
export function forgetFailures(): void {
  failuresInARow = 0;
  tell();
}

/** Whether an unanswered request waits for the server, and not for the signal. */
export const hasSignal = (): boolean => isOnline && failuresInARow < 2;

export function subscribeToSignal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
