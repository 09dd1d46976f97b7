/** What the outboxes of several open tabs have to agree on. */
export type OutboxTabs = {
  /** Runs a task while no other tab runs one of the same name. */
  lock: (name: string, task: () => Promise<void>) => Promise<void>;
  /** Says that something has changed in what is stored for an account. */
  announce: (account: string) => void;
  /** Calls `listener` with the account when another tab has changed something. @returns stops that */
  subscribe: (listener: (account: string) => void) => () => void;
};

export function createOutboxTabs(): OutboxTabs {
  const channel = new BroadcastChannel('outbox');
  return {
    // Browsers have locks on https and localhost only; elsewhere two open tabs may send the same change twice, which is harmless.
    lock: (name, task) => ('locks' in navigator ? navigator.locks.request(name, task) : task()),
    announce: (account) => channel.postMessage(account),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<string>) => listener(data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}
