import { sql } from 'kysely';
import pg from 'pg';
import type { Signal, Topic } from '@lapau/contract/signals';
import type { DbTransaction } from '../database.ts';
import type { Log } from '../log.ts';

export type Envelope = { topic: Topic; signal: Signal };

/** How signals travel between the processes of one Lapau, and to the listeners of this one. */
export type Bus = {
  /** Sends to the other processes when the transaction commits. */
  publish: (db: DbTransaction, envelopes: Envelope[]) => Promise<void>;
  /** Hands to the listeners of this process; called after the commit, before the answer. */
  deliver: (envelopes: Envelope[]) => void;
  /** @returns stops listening */
  listen: (listener: (envelope: Envelope) => void) => () => void;
  /** Called when signals of other processes may have been missed: whatever was kept from before is to be dropped. */
  onGap: (listener: () => void) => void;
  /** False while signals of other processes do not arrive; caches are not to be trusted then. */
  connected: () => boolean;
  close: () => Promise<void>;
};

const channel = 'lapau_signals';
const reconnectDelays = [100, 500, 1_000, 2_000, 5_000];

/**
 * A bus over PostgreSQL LISTEN/NOTIFY. A signal is part of the transaction that causes it: it is neither sent for a
 * rolled-back change nor lost for a committed one. Payloads are below PostgreSQL's 8000 bytes, one signal each.
 */
export async function openBus(url: string, log: Log): Promise<Bus> {
  const origin = crypto.randomUUID();
  const listeners = new Set<(envelope: Envelope) => void>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const deliver = (envelopes: Envelope[]) => {
    for (const envelope of envelopes) for (const listener of listeners) listener(envelope);
  };

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'lapau signals', keepAlive: true });
    next.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '') as Envelope & { origin: string };
      if (message.origin !== origin) deliver([{ topic: message.topic, signal: message.signal }]);
    });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    await next.connect();
    await next.query(`listen ${channel}`);
    if (closed) return next.end();
    client = next;
  };

  const lost = (which: pg.Client) => {
    if (closed || which !== client) return;
    client = undefined;
    log.warn('signal connection lost, reconnecting');
    for (const listener of gapListeners) listener();
    reconnect(0);
  };

  const reconnect = (attempt: number) => {
    retry = setTimeout(
      () =>
        void connect().then(
          () => {
            log.info('signal connection is back');
            for (const listener of gapListeners) listener();
          },
          () => closed || reconnect(attempt + 1),
        ),
      reconnectDelays[Math.min(attempt, reconnectDelays.length - 1)],
    );
  };

  await connect();
  return {
    publish: async (db, envelopes) => {
      const payloads = envelopes.map((envelope) => JSON.stringify({ ...envelope, origin }));
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
    },
    deliver,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: (listener) => gapListeners.add(listener),
    connected: () => client !== undefined,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
