import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import type { Read } from '@lapau/contract/known';
import { realtimeTimes, socketCloses } from '@lapau/contract/signals';
import type { ClientMessage, SessionEnd, Topic } from '@lapau/contract/signals';
import type { WebSocket } from 'ws';
import { inMemory } from '../limits/limit-store.ts';
import type { Log } from '../log/log.ts';
import type { Member } from '../session/actor.ts';
import type { SessionRead } from '../session/sessions.ts';
import type { Bus } from '../signals/bus.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { closeUnauthorized, ping, pong, send } from './connection.ts';
import type { Connection } from './connection.ts';
import { encode, readMessage } from './messages.ts';
import { createRecentSignals } from './recent-signals.ts';
import { realtimeLimits } from './socket-limits.ts';
import { mayJoin } from './topics.ts';

export type Realtime = {
  /** Takes over the socket of a signed-in person, until it closes. Sends `ready` once signals arrive. */
  connect: (socket: WebSocket, member: Member, readSession: Connection['readSession']) => Promise<void>;
  /** Gives the messages for a page that has not heard the signals of these topics, and of its person's own, for this long. */
  missedBy: (member: Member, topics: string[], ageMs: number) => Buffer[];
  counts: () => { connections: number; subscriptions: number };
};

/** A page pings every `heartbeatMs`; an answer takes at most `timeoutMs`. */
type RealtimeTimes = { heartbeatMs: number; timeoutMs: number };

/** How often each session is read again: sessions also expire, which no signal tells. */
const sessionReadIntervalMs = 10 * 60_000;
/** The ends of a session after which the person may sign in again at once. */
const endsThatGoOn = new Set<Read<SessionEnd>>(['signed_out', 'ended_elsewhere', 'password_changed', 'role_changed']);
const readyMessage = encode({ type: 'ready' });
const pongMessage = encode({ type: 'pong' });
const resyncMessage = encode({ type: 'resync' });

/** Delivers the signals of the bus to the sockets of this process that subscribe to their topic. */
export function createRealtime(bus: Bus, log: Log, times: RealtimeTimes = realtimeTimes): Realtime {
  const registry = createConnectionRegistry();
  const recent = createRecentSignals();
  const takeMessages = inMemory.points('messages', realtimeLimits.messages);
  const takeMissedBytes = inMemory.points('missedBytes', realtimeLimits.missedBytesOfMember);
  let sweepTimer: NodeJS.Timeout | undefined;

  const disconnect = (connection: Connection) => {
    registry.remove(connection);
    if (registry.connections.size > 0) return;
    clearInterval(sweepTimer);
    sweepTimer = undefined;
  };

  const closeConnection = (connection: Connection, code: number, reason?: Read<SessionEnd>) => {
    disconnect(connection);
    connection.socket.close(code, reason as string | undefined);
  };

  /**
   * Reads the session again: closes the connection if the session is over, and ends subscriptions that it does not allow any more.
   * @returns whether the connection is still there
   */
  const recheckSession = async (connection: Connection): Promise<boolean> => {
    let read: SessionRead;
    try {
      read = await connection.readSession();
    } catch (error) {
      log.warn({ err: error }, 'a socket’s session cannot be read');
      closeConnection(connection, 1013);
      return false;
    }
    if (read === null || typeof read === 'string') {
      disconnect(connection);
      closeUnauthorized(connection.socket, read);
      return false;
    }
    connection.member = read;
    connection.sessionReadAt = performance.now();
    registry.recheckTopics(connection);
    return registry.connections.has(connection);
  };

  /**
   * Waits until every other listener has had the signal, the session cache among them. Then rechecks one connection after another, so
   * that neither all queries reach the database at once, nor all pages make their calls at once.
   */
  const recheckAndSend = async (connections: Iterable<Connection>, message: Buffer) => {
    const snapshot = [...connections];
    await nextLoopIteration();
    for (const connection of snapshot) if (await recheckSession(connection)) send(connection.socket, message);
  };

  /** Rechecks these one after another as well: after a restart all pages' sessions were read in the same second. */
  const recheckOldSessions = async (before: number) => {
    const old = [...registry.connections].filter(({ sessionReadAt }) => sessionReadAt < before);
    // With this time the next sweep does not find them again.
    for (const connection of old) connection.sessionReadAt = performance.now();
    for (const connection of old) if (registry.connections.has(connection)) await recheckSession(connection);
  };

  const sweep = () => {
    const now = performance.now();
    for (const connection of registry.connections) {
      const silenceMs = now - connection.lastSeenAt;
      if (silenceMs > times.heartbeatMs + 2 * times.timeoutMs) connection.socket.terminate();
      // A browser slows down the timers of a hidden page, but still answers a ping of the protocol.
      else if (silenceMs > times.heartbeatMs + times.timeoutMs) ping(connection.socket);
    }
    void recheckOldSessions(now - sessionReadIntervalMs);
  };

  bus.listen(({ topic, signal }) => {
    // A session that has ended is refused, so this signal is not kept to be sent again.
    const isEnd = signal.type === 'session_ended';
    const message = isEnd ? encode({ type: 'signal', topic, signal }) : recent.add({ topic, signal });
    const subscribers = registry.subscribersOf(topic);
    if (isEnd) {
      const { reason, session_id } = signal;
      const mayGoOn = endsThatGoOn.has(reason);
      for (const connection of subscribers) {
        if (session_id !== undefined && session_id !== connection.member.sessionId) continue;
        send(connection.socket, message);
        closeConnection(connection, mayGoOn ? socketCloses.sessionEnded : socketCloses.suspended, reason);
      }
    } else if (signal.type === 'profile_changed') {
      void recheckAndSend(subscribers, message);
    } else {
      for (const { socket } of subscribers) send(socket, message);
    }
  });

  bus.onGap(() => {
    recent.clear();
    if (bus.connected()) void recheckAndSend(registry.connections, resyncMessage);
  });

  /** Notes that a frame arrived. @returns false, and closes the connection, when there are too many */
  const countMessage = (connection: Connection): boolean => {
    connection.lastSeenAt = performance.now();
    if (takeMessages(connection.member.id, 1) === 0) return true;
    closeConnection(connection, socketCloses.tooMany);
    return false;
  };

  const join = (connection: Connection, { topics, age_ms: ageMs }: ClientMessage & { type: 'join' }) => {
    const joined: Topic[] = [];
    const refused: string[] = [];
    for (const topic of topics) {
      if (registry.subscribe(connection, topic)) joined.push(topic as Topic);
      else refused.push(topic);
    }
    // There is one answer for all refused topics, no longer than the message.
    if (refused.length > 0) send(connection.socket, encode({ type: 'refused', topics: refused }));
    if (ageMs !== undefined) sendMissed(connection, joined, ageMs);
  };

  /**
   * Gives the signals of topics in a period. Their bytes are counted for a person over all pages; a page that would exceed the limit
   * is told to fetch everything.
   */
  const missedSignals = (personId: string, topics: ReadonlySet<Topic>, ageMs: number): Buffer[] => {
    const missed = recent.last(ageMs, topics);
    if (missed?.length === 0) return [];
    const bytes = missed?.reduce((sum, { length }) => sum + length, 0) ?? Infinity;
    const isShort = bytes <= realtimeLimits.missedBytes && (missed?.length ?? 0) <= realtimeLimits.missedSignals;
    return missed && isShort && takeMissedBytes(personId, bytes) === 0 ? missed : [resyncMessage];
  };

  /** Sends the signals from before a subscription, once for each topic. */
  const sendMissed = ({ socket, topics, member }: Connection, joined: Topic[], ageMs: number) => {
    const asked = new Set([...joined, `user:${member.id}` as const].filter((topic) => topics.get(topic) === false));
    if (asked.size === 0) return;
    for (const topic of asked) topics.set(topic, true);
    for (const message of missedSignals(member.id, asked, ageMs)) send(socket, message);
  };

  const receive = (connection: Connection, data: { toString: () => string }, isBinary: boolean) => {
    // A closing socket still receives messages.
    if (!registry.connections.has(connection) || !countMessage(connection)) return;
    const message = readMessage(data, isBinary);
    if (!message || message.type === 'auth') return closeConnection(connection, socketCloses.malformed);
    if (message.type === 'ping') {
      send(connection.socket, pongMessage);
    } else if (message.type === 'leave') {
      for (const topic of message.topics) registry.unsubscribe(connection, topic);
    } else {
      join(connection, message);
    }
  };

  return {
    missedBy: (member, topics, ageMs) => {
      // Without the carrier this process does not hear the signals of others.
      if (ageMs > realtimeTimes.catchUpMs || !bus.connected()) return [resyncMessage];
      const asked = topics.filter((topic) => mayJoin(member, topic));
      return missedSignals(member.id, new Set([...asked, `user:${member.id}` as const]), ageMs);
    },
    counts: () => ({
      connections: registry.connections.size,
      subscriptions: [...registry.connections].reduce((sum, { topics }) => sum + topics.size, 0),
    }),
    connect: async (socket, member, readSession) => {
      const now = performance.now();
      const connection: Connection = {
        socket,
        readSession,
        topics: new Map(),
        member,
        lastSeenAt: now,
        sessionReadAt: now,
      };
      if (!registry.add(connection)) return socket.close(socketCloses.tooMany);
      sweepTimer ??= setInterval(sweep, times.timeoutMs / 2);
      socket.on('message', (data, isBinary) => receive(connection, data, isBinary));
      socket.on('ping', (payload) => {
        if (registry.connections.has(connection) && countMessage(connection)) pong(socket, payload);
      });
      socket.on('pong', () => registry.connections.has(connection) && countMessage(connection));
      socket.on('close', () => disconnect(connection));
      // The session is checked again: if it ended between the gate's check and the registration, no signal reached this
      // connection.
      if (await recheckSession(connection)) send(socket, readyMessage);
    },
  };
}
