import type { PushPayload } from '@lapau/contract/push';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { findWorker, workers } from './worker-registration.ts';

type Handlers = {
  /** Shows a push while the person looks at this page, in place of a notification. */
  show: (push: PushPayload) => void;
  /** Opens the path of a notification that the person has tapped. */
  open: (path: string) => void;
};

const send = async (message: ToWorker): Promise<void> => (await findWorker())?.active?.postMessage(message);

/**
 * Takes the worker's messages for this page. Meanwhile the page holds a lock, by which the worker knows that it need not show a
 * notification, or load a page anew after a tap.
 * @returns ends it
 */
export function listenToPushes({ show, open }: Handlers): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const receive = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'push') show(data.payload);
    else if (data.type === 'open') open(data.path);
    else if (data.type === 'lock') hold(data.name);
  };
  const hold = (name: string) => {
    const untilEnded = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    // An abort means that the listening has ended before the lock was there.
    void globalThis.navigator.locks?.request(name, { signal }, untilEnded).catch(() => undefined);
  };
  workers?.addEventListener('message', receive as (event: MessageEvent) => void, { signal });
  // Each worker that takes over is asked, also the first one, without which the page may have been opened.
  workers?.addEventListener('controllerchange', () => void send({ type: 'listen' }), { signal });
  void send({ type: 'listen' });
  return () => ended.abort();
}

/** Closes the notifications that lead to a path, as the person sees it. */
export const closeNotificationsOf = (path: string): Promise<void> => send({ type: 'seen', path });
