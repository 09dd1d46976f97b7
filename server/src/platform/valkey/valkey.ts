import { createHmac } from 'node:crypto';
import { StartRefused } from '../errors/start-refused.ts';
import type { Log } from '../log/log.ts';
import { startTimeout } from '../process/timeout.ts';

/** Valkey or Redis, which processes share. Only the counts of limits are stored there alone. */
export type Valkey = {
  /** Publishes texts to all processes, this one included. @returns whether Valkey has them all; false at once while it is away */
  publish: (texts: string[]) => Promise<boolean>;
  /** Passes the subscriber the texts that are published from now on. */
  subscribe: (subscriber: Subscriber) => void;
  /** Whether everything that was published until two seconds ago has arrived. */
  isCurrent: () => boolean;
  /** Makes the hash that stands in Valkey in place of a name, address or mailbox. */
  hash: (text: string) => string;
  /**
   * Runs a Lua script on one key, of which Valkey learns the hash.
   * @throws at once while Valkey is away, and when it has not answered in a fifth of a second
   */
  run: (script: string, key: string, values: (string | number)[]) => Promise<unknown>;
  close: () => Promise<void>;
};

type Subscriber = {
  onText: (text: string) => void;
  /** Is called when the connection was lost: texts may be missed until `onBack`. */
  onLost: () => void;
  onBack: () => void;
};

const answerTimeoutMs = 200;
const pingEveryMs = 500;
const currentForMs = 2_000;
/**
 * A connection without an answer to this many pings is replaced. Pings are counted instead of time, as this process may have stood
 * still.
 */
const maxUnanswered = 10;
const connectTimeoutMs = 2_000;
const reconnectDelaysMs = [100, 500, 1_000, 2_000];

/** The answers to a password, user or database that will not be right later either. */
const refusals = /^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid password|DB index|AUTH ))/;

/**
 * Connects to Valkey. When it cannot be reached, the process goes on without it, and connects again for ever.
 * @param secret the keys and the channel are derived from it, so that several Lapaus may share one Valkey
 * @throws StartRefused when Valkey refuses the password, the user or the database
 */
export async function openValkey(url: string, secret: string, log: Log): Promise<Valkey> {
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  // The library is loaded only with REDIS_URL.
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    // One connection both subscribes and asks, so an answer tells that texts published before it have arrived.
    protocol: 3,
    connectionName: 'lapau',
    connectTimeout: connectTimeoutMs,
    keepAlive: 10_000,
    retryStrategy: (times) => reconnectDelaysMs[Math.min(times, reconnectDelaysMs.length) - 1] ?? 0,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
  });
  // A database of Valkey has keys of its own, but shares channels with the others.
  const channel = `lapau:${hash('signals')}:${client.options.db ?? 0}`;
  const subscribers = new Set<Subscriber>();
  let isSubscribed = false;
  let isAnswering = false;
  let unanswered = 0;
  /** The time at which the last answered ping was sent. */
  let askedAt = -Infinity;

  const inTime = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const late = Promise.withResolvers<never>();
    const timeout = startTimeout(answerTimeoutMs, () => {
      isAnswering = false;
      late.reject(new Error(`Valkey has not answered in ${answerTimeoutMs} ms`));
    });
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      timeout.cancel();
    }
  };

  const ask = async <Answer>(command: () => Promise<Answer>): Promise<Answer> => {
    if (!isAnswering) throw new Error('Valkey is away');
    try {
      return await inTime(command());
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'Valkey has not done what it was asked for');
      throw error;
    }
  };

  const ping = async () => {
    const now = performance.now();
    await client.ping();
    unanswered = 0;
    askedAt = now;
    isAnswering = performance.now() - now < answerTimeoutMs;
  };

  const begin = async () => {
    await client.subscribe(channel);
    isSubscribed = true;
    await ping();
    for (const { onBack } of subscribers) onBack();
  };

  const end = () => {
    isAnswering = false;
    askedAt = -Infinity;
    if (!isSubscribed) return;
    isSubscribed = false;
    log.warn('the connection to Valkey is lost, reconnecting');
    for (const { onLost } of subscribers) onLost();
  };

  // A command fails that was not answered before the connection was lost, which the connection's end tells already.
  const watched = (done: Promise<void>) =>
    done.catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'Valkey has not answered'));
  const pinging = setInterval(() => {
    if (client.status !== 'connect' && client.status !== 'ready') return;
    unanswered += 1;
    if (unanswered > maxUnanswered) client.disconnect(true);
    else if (isSubscribed) void watched(ping());
  }, pingEveryMs);
  client.on('connect', () => (unanswered = 0));
  client.on('ready', () => void watched(begin()));
  client.on('close', end);
  client.on('message', (_channel, text) => {
    for (const { onText } of subscribers) onText(text);
  });

  let refusal: StartRefused | undefined;
  const firstTry = Promise.withResolvers<void>();
  const slowStart = setTimeout(firstTry.resolve, connectTimeoutMs);
  client.on('error', ({ message }: Error) => {
    // Only the message is logged, as the error has the whole command, password included.
    log.warn({ reason: message }, 'Valkey cannot be used');
    if (refusals.test(message)) refusal ??= new StartRefused(`REDIS_URL: Valkey refuses it: ${message}`);
    firstTry.resolve();
  });
  subscribers.add({ onText: () => {}, onLost: () => {}, onBack: firstTry.resolve });
  client.connect().catch(() => firstTry.resolve());
  await firstTry.promise;
  clearTimeout(slowStart);

  const close = async () => {
    clearInterval(pinging);
    client.off('close', end);
    client.disconnect();
  };
  if (refusal) {
    await close();
    throw refusal;
  }
  return {
    publish: (texts) =>
      ask(() => Promise.all(texts.map((text) => client.publish(channel, text)))).then(
        () => true,
        () => false,
      ),
    subscribe: (subscriber) => subscribers.add(subscriber),
    isCurrent: () => performance.now() - askedAt < currentForMs,
    hash,
    run: (script, key, values) => ask(() => client.eval(script, 1, `lapau:${hash(key)}`, ...values)),
    close,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
