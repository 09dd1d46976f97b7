import type { Signal, Topic } from '@lapau/contract/signals';
import { sql } from 'kysely';
import type { DbTransaction } from '../database.ts';
import type { Log } from '../log.ts';
import { subscribe } from '../subscription.ts';

export type Envelope = { topic: Topic; signal: Signal };

/** Publishes signals to all processes on one database, and to the listeners of this one. */
export type Bus = {
  /** Sends to the other processes when the transaction commits. */
  publish: (db: DbTransaction, envelopes: Envelope[]) => Promise<void>;
  /** Publishes to the listeners of this process; called after the commit, before the answer. */
  deliver: (envelopes: Envelope[]) => void;
  /** @returns a function that unsubscribes */
  listen: (listener: (envelope: Envelope) => void) => () => void;
  /** Called when signals of other processes may have been missed: everything cached before is to be dropped. */
  onGap: (listener: () => void) => void;
  /** False while signals of other processes do not arrive; caches are not to be trusted then. */
  connected: () => boolean;
  close: () => Promise<void>;
};

const channel = 'lapau_signals';
/** Bytes of signals in one payload; PostgreSQL takes payloads below 8000, and origin and frame need 100. */
const maxPayloadBytes = 7_800;

/**
 * A bus over PostgreSQL LISTEN/NOTIFY. A signal is part of the transaction that causes it: it is neither sent for a
 * rolled-back change nor lost for a committed one. A transaction's signals share payloads, each below PostgreSQL's limit.
 * @throws when the database cannot be reached at the start; later it is tried again for ever
 */
export async function openBus(url: string, log: Log): Promise<Bus> {
  const origin = crypto.randomUUID();
  const listeners = new Set<(envelope: Envelope) => void>();
  const gapListeners = new Set<() => void>();
  let parts = '';

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

  const gap = () => {
    for (const listener of gapListeners) guarded(listener);
  };

  const receive = (payload: string) => {
    const message = JSON.parse(payload) as Payload;
    if (message.origin === origin) return;
    if ('envelopes' in message) return deliver(message.envelopes);
    // the parts of one envelope arrive one after another, as they are of one transaction
    parts = message.part === 0 ? message.text : parts + message.text;
    if (message.part === message.last) deliver([JSON.parse(parts) as Envelope]);
  };

  const subscription = await subscribe(url, channel, {
    name: 'lapau signals',
    onPayload: (payload) => guarded(() => receive(payload)),
    onLost: () => {
      log.warn('signal connection lost, reconnecting');
      gap();
    },
    onBack: () => {
      log.info('signal connection is back');
      gap();
    },
  });
  return {
    publish: async (db, envelopes) => {
      const payloads = pack(origin, envelopes);
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
    },
    deliver,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: (listener) => gapListeners.add(listener),
    connected: subscription.connected,
    close: subscription.close,
  };
}

type Payload = { origin: string } & (
  | { envelopes: Envelope[] }
  /** Of an envelope that is too long for one payload: a part of its JSON. */
  | { part: number; last: number; text: string }
);

/** The envelopes in order, in payloads; those that are short share one. */
function pack(origin: string, envelopes: Envelope[]): string[] {
  const payloads: string[] = [];
  let group: string[] = [];
  let freeBytes = maxPayloadBytes;
  const close = () => {
    if (group.length > 0) payloads.push(`{"origin":"${origin}","envelopes":[${group.join(',')}]}`);
    group = [];
    freeBytes = maxPayloadBytes;
  };
  for (const text of envelopes.map((envelope) => JSON.stringify(envelope))) {
    const size = Buffer.byteLength(text) + 1;
    if (size > freeBytes) close();
    if (size > maxPayloadBytes) {
      payloads.push(
        ...split(text).map((part, index, { length }) => {
          const payload: Payload = { origin, part: index, last: length - 1, text: part };
          return JSON.stringify(payload);
        }),
      );
    } else {
      group.push(text);
      freeBytes -= size;
    }
  }
  close();
  return payloads;
}

/** A letter of UTF-16 takes 3 bytes in UTF-8 at most, 6 where JSON escapes it: half a pair at a cut, a quote or a backslash. */
const lettersPerPart = Math.floor(maxPayloadBytes / 3 / 2);

const split = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / lettersPerPart) }, (_, index) =>
    text.slice(index * lettersPerPart, (index + 1) * lettersPerPart),
  );
