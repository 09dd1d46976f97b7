import { createHmac } from 'node:crypto';
import { StartRefused } from '../errors/start-refused.ts';
import type { Log } from '../log/log.ts';
import { startTimeout } from '../process/timeout.ts';

/** Valkey or Redis, which processes share. Nothing that it holds or carries is stored nowhere else but the counts of limits. */
export type Valkey = {
  /** Publishes texts to all processes, this one included. @returns whether it has them all; false at once while it is away */
  publish: (texts: string[]) => Promise<boolean>;
  /** Takes the texts that are published from now on. */
  subscribe: (subscriber: Subscriber) => void;
  /** Whether everything has arrived that was published until two seconds ago. */
  isCurrent: () => boolean;
  /** What stands in Valkey in place of a name, address or mailbox. */
  hash: (text: string) => string;
  /**
   * Runs a Lua script on one key, of which Valkey learns the hash.
   * @throws at once while it is away, and when it has not answered in a fifth of a second
   */
  run: (script: string, key: string, values: (string | number)[]) => Promise<unknown>;
  close: () => Promise<void>;
};

type Subscriber = {
  onText: (text: string) => void;
  /** The connection was lost: texts may be missed until `onBack`. */
  onLost: () => void;
  onBack: () => void;
};

const answerTimeoutMs = 200;
const pingEveryMs = 500;
const currentForMs = 2_000;
/** A connection without an answer to so many pings is replaced. Not by the clock, as this process itself may have stood still. */
const maxUnanswered = 10;
const connectTimeoutMs = 2_000;
const reconnectDelaysMs = [100, 500, 1_000, 2_000];

/** Answers to a password, user or database that will not be right later either. */
const refusals = /^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid password|DB index|AUTH ))/;

/**
 * Connects to Valkey; when it cannot be reached, the process goes on without it, and it is tried again for ever.
 * @param secret what its keys and its channel are derived from, so that several Lapaus may share one Valkey
 * @throws StartRefused when it refuses the password, the user or the database
 */
export async function openValkey(url: string, secret: string, log: Log): Promise<Valkey> {
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  // loaded only with REDIS_URL
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    // one connection both subscribes and asks: an answer then says that what was published before it has arrived
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
  // a database of Valkey has keys of its own, but no channels
  const channel = `lapau:${hash('signals')}:${client.options.db ?? 0}`;
  const subscribers = new Set<Subscriber>();
  let isSubscribed = false;
  let isAnswering = false;
  let unanswered = 0;
  /** When the last ping that was answered was sent. */
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

  // a command that was not answered before the connection was lost fails: its end says so
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
    // only the message: the error carries the command, its password included
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
