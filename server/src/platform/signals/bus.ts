import type { Signal, Topic } from '@lapau/contract/signals';
import { LRUCache } from 'lru-cache';
import type { DbTransaction } from '../database/database.ts';
import type { Log } from '../log/log.ts';

export type Envelope = { topic: Topic; signal: Signal };

/** Publishes signals to all processes on one database, and to the listeners of this one. */
export type Bus = {
  /**
   * Sends to the other processes when the transaction commits.
   * @returns a function that delivers to the listeners of this process; it is to be called after the commit, before the answer
   */
  publish: (db: DbTransaction, envelopes: Envelope[]) => Promise<() => void>;
  /** Delivers to the listeners of this process only. */
  deliver: (envelopes: Envelope[]) => void;
  /** @returns a function that unsubscribes */
  listen: (listener: (envelope: Envelope) => void) => () => void;
  /** The listener is called when signals of other processes may have been missed, so that everything cached has to be dropped. */
  onGap: (listener: () => void) => void;
  /** False while signals of other processes do not arrive, or come late; caches may not be trusted then. */
  connected: () => boolean;
  close: () => Promise<void>;
};

/** A carrier takes the signals of a transaction to the other processes: each text at least once, if the transaction commits. */
export type Carrier = {
  /** @returns a function to be called after the commit */
  publish: (db: DbTransaction, text: string) => Promise<() => void>;
  connected: () => boolean;
  close: () => Promise<void>;
};

export type OpenCarrier = (receiver: {
  /** Takes a text that a process has published, this one included. */
  receive: (text: string) => void;
  /** Says that texts may have been missed. */
  gap: () => void;
}) => Promise<Carrier>;

const idLength = 36;
/** How many texts are remembered: a carrier may bring one twice within seconds, or back to the process that has delivered it. */
const rememberedIds = 5_000;

/**
 * Opens a bus over a carrier, `notify-carrier.ts` or `valkey-carrier.ts`. A text has its transaction's id and signals. It is delivered
 * once, by this process after its commit or when the carrier brings it, which also happens when the answer to the commit was lost.
 * @throws the carrier's error when it cannot be opened
 */
export async function openBus(openCarrier: OpenCarrier, log: Log): Promise<Bus> {
  const listeners = new Set<(envelope: Envelope) => void>();
  const gapListeners = new Set<() => void>();
  const delivered = new LRUCache<string, true>({ max: rememberedIds });

  /** A listener that fails neither fails the committed write nor prevents delivery to the others. */
  const guarded = (listener: () => void) => {
    try {
      listener();
    } catch (error) {
      log.error({ err: error }, 'a listener of signals failed');
    }
  };

  const deliver = (envelopes: Envelope[]) => {
    for (const envelope of envelopes) for (const listener of listeners) guarded(() => listener(envelope));
  };

  const deliverOnce = (id: string, read: () => Envelope[]) => {
    if (delivered.has(id)) return;
    delivered.set(id, true);
    deliver(read());
  };

  const carrier = await openCarrier({
    receive: (text) =>
      guarded(() => deliverOnce(text.slice(0, idLength), () => JSON.parse(text.slice(idLength)) as Envelope[])),
    gap: () => {
      for (const listener of gapListeners) guarded(listener);
    },
  });
  return {
    publish: async (db, envelopes) => {
      const id = crypto.randomUUID();
      const afterCommit = await carrier.publish(db, id + JSON.stringify(envelopes));
      return () => {
        deliverOnce(id, () => envelopes);
        afterCommit();
      };
    },
    deliver,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: (listener) => gapListeners.add(listener),
    connected: carrier.connected,
    close: carrier.close,
  };
}
