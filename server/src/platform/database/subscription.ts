import pg from 'pg';
import { connecting } from './connections.ts';
import { sessionOf } from './session-settings.ts';

/** A connection that listens to a channel of PostgreSQL, and is opened anew when it is lost. */
export type Subscription = {
  /** False while payloads do not arrive. */
  connected: () => boolean;
  close: () => Promise<void>;
};

type Subscriber = {
  /** The connection's name in PostgreSQL's list of them. */
  name: string;
  onPayload: (payload: string) => void;
  /** Is called when the connection was lost: payloads may be missed until `onBack`. */
  onLost: () => void;
  onBack: () => void;
};

const subscribeAgainMs = [100, 500, 1_000, 2_000, 5_000];
const checkIntervalMs = 4_000;
const answerTimeoutMs = 4_000;

/** Listens to a channel. Later it connects again for ever. @throws when the database cannot be reached at the start */
export async function subscribe(
  url: string,
  channel: string,
  { name, onPayload, onLost, onBack }: Subscriber,
): Promise<Subscription> {
  const session = sessionOf(url, name);
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ ...connecting, ...session, query_timeout: answerTimeoutMs });
    next.on('notification', ({ payload }) => onPayload(payload ?? ''));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await session.onConnect(next);
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end();
      throw error;
    }
    if (closed) return void next.end();
    client = next;
    check(next);
  };

  /** Asks the connection for an answer: behind a router that has dropped it, a dead one shows neither an end nor an error. */
  const check = (which: pg.Client) => {
    timer = setTimeout(() => {
      which.query('select 1').then(
        () => which === client && check(which),
        () => lost(which),
      );
    }, checkIntervalMs);
  };

  const lost = (which: pg.Client) => {
    if (closed || which !== client) return;
    client = undefined;
    void which.end();
    onLost();
    reconnect(0);
  };

  const reconnect = (attempt: number) => {
    clearTimeout(timer);
    const delayMs = subscribeAgainMs[Math.min(attempt, subscribeAgainMs.length - 1)];
    timer = setTimeout(() => {
      connect().then(
        () => closed || onBack(),
        () => closed || reconnect(attempt + 1),
      );
    }, delayMs);
  };

  await connect();
  return {
    connected: () => client !== undefined,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
