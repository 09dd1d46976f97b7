import { inTime } from '../device/in-time.ts';
import { openTabChannel } from '../device/tab-channel.ts';

/** The agreements between the outboxes of several open tabs. */
export type OutboxTabs = {
  /** Runs a task while no other tab that answers runs one of the same name. */
  lock: (name: string, task: () => Promise<void>) => Promise<void>;
  /** Says that the stored changes of an account are others now. */
  announce: (account: string) => void;
  /** Calls `listener` with the account when another tab has changed something. @returns a function that ends this */
  subscribe: (listener: (account: string) => void) => () => void;
};

/** The messages between tabs: the account of which something has changed, or who has a lock. */
type TabMessage = string | { asks: string } | { holds: string };

export function createOutboxTabs(): OutboxTabs {
  const channel = openTabChannel('outbox');
  const held = new Set<string>();
  const tell = (message: TabMessage) => channel.postMessage(message);
  const listen = (listener: (message: TabMessage) => void) => {
    const receive = ({ data }: MessageEvent<TabMessage>) => listener(data);
    channel.addEventListener('message', receive);
    return () => channel.removeEventListener('message', receive);
  };
  listen((message) => {
    if (typeof message === 'object' && 'asks' in message && held.has(message.asks)) tell({ holds: message.asks });
  });

  /** Whether a tab says that it has a lock. A tab that has it and does not answer stands still. */
  async function isHeld(name: string): Promise<boolean> {
    let ignore = () => {};
    const answer = new Promise<true>((resolve) => {
      ignore = listen((message) => {
        if (typeof message === 'object' && 'holds' in message && message.holds === name) resolve(true);
      });
    });
    tell({ asks: name });
    return inTime(answer)
      .catch(() => false)
      .finally(ignore);
  }

  return {
    // Browsers have locks on https and localhost only. Without them, or if none is granted although no tab has it, two open tabs
    // may send the same change twice, which is harmless.
    lock: async (name, task) => {
      if (!('locks' in navigator)) return task();
      const run = async () => {
        held.add(name);
        await task().finally(() => held.delete(name));
      };
      const waiting = new AbortController();
      const { signal } = waiting;
      let isStarted = false;
      const isGranted = () => isStarted;
      let locked = Promise.resolve();
      const granted = new Promise<void>((resolve, reject) => {
        locked = navigator.locks.request(name, { signal }, async () => {
          isStarted = true;
          resolve();
          if (!signal.aborted) await run();
        });
        locked.catch(reject);
      });
      do await inTime(granted).catch(() => undefined);
      while (!isGranted() && (await isHeld(name)));
      if (isGranted()) return locked;
      waiting.abort();
      return run();
    },
    announce: tell,
    subscribe: (listener) => listen((message) => typeof message === 'string' && listener(message)),
  };
}
