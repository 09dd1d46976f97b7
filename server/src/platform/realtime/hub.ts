import { setImmediate as nextTurn } from 'node:timers/promises';
import { realtimeTimes, socketCloses } from '@lapau/contract/signals';
import type { Topic } from '@lapau/contract/signals';
import type { WebSocket } from 'ws';
import type { Log } from '../log.ts';
import type { Member } from '../session/actor.ts';
import type { SessionRead } from '../session/sessions.ts';
import type { Bus, Envelope } from './bus.ts';
import { encode } from './messages.ts';
import { mayJoin } from './topics.ts';

/** A socket of a signed-in person. There are thousands: what is kept for each is kept small. */
export type Connection = {
  readonly socket: WebSocket;
  /** Reads the session again that the socket was opened with. */
  readonly readSession: () => Promise<SessionRead>;
  readonly topics: Set<Topic>;
  member: Member;
  /** When the page was last heard, and when its session was last read; milliseconds since 1970. */
  heardAt: number;
  readAt: number;
  /** Messages of the page since the last sweep. */
  messages: number;
};

export type Hub = {
  /** Takes a socket in, joined to its person's own topic. Undefined when its session has too many sockets already. */
  add: (socket: WebSocket, member: Member, readSession: Connection['readSession']) => Connection | undefined;
  remove: (connection: Connection) => void;
  /** @returns false when policy refuses the topic, or the socket has too many */
  join: (connection: Connection, topic: string) => boolean;
  leave: (connection: Connection, topic: string) => void;
  /** Notes that the page was heard. @returns false when it talks too much */
  heard: (connection: Connection) => boolean;
  /** Reads the session again: closes the socket if it is over, leaves what the person may not see any more. */
  renew: (connection: Connection) => Promise<boolean>;
};

/** Milliseconds. A page pings every `heartbeat`; an answer takes at most `timeout`. */
export type HubTimes = { heartbeat: number; timeout: number };

const socketsPerSession = 20;
const topicsPerSocket = 64;
const messagesPerSweep = 200;
/** A page that lets this many bytes pile up is dropped; it fetches everything again when it comes back. */
const slowAt = 64 * 1024;
/** Sessions also end by running out, which no signal tells. */
const sessionReadEvery = 10 * 60_000;

/** Who listens to what in this process: hands the signals of the bus to the sockets that joined their topic (D36, D7). */
export function createHub(bus: Bus, log: Log, times: HubTimes = realtimeTimes): Hub {
  const connections = new Set<Connection>();
  const members = new Map<string, Set<Connection>>();
  let sweeping: NodeJS.Timeout | undefined;

  const own = (connection: Connection): Topic => `user:${connection.member.id}`;

  const enter = (connection: Connection, topic: Topic) => {
    connection.topics.add(topic);
    const joined = members.get(topic);
    if (joined) joined.add(connection);
    else members.set(topic, new Set([connection]));
  };

  const exit = (connection: Connection, topic: Topic) => {
    connection.topics.delete(topic);
    const joined = members.get(topic);
    joined?.delete(connection);
    if (joined?.size === 0) members.delete(topic);
  };

  const add: Hub['add'] = (socket, member, readSession) => {
    const siblings = [...(members.get(`user:${member.id}`) ?? [])];
    if (siblings.filter((sibling) => sibling.member.sessionId === member.sessionId).length >= socketsPerSession)
      return undefined;
    const now = Date.now();
    const connection = {
      socket,
      readSession,
      topics: new Set<Topic>(),
      member,
      heardAt: now,
      readAt: now,
      messages: 0,
    };
    connections.add(connection);
    enter(connection, own(connection));
    sweeping ??= setInterval(sweep, times.timeout / 2);
    return connection;
  };

  const remove = (connection: Connection) => {
    for (const topic of connection.topics) exit(connection, topic);
    connections.delete(connection);
    if (connections.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const end = (connection: Connection, code: number, reason?: string) => {
    remove(connection);
    connection.socket.close(code, reason);
  };

  const cut = (connection: Connection) => {
    remove(connection);
    connection.socket.terminate();
  };

  const send = (connection: Connection, message: Buffer) => {
    if (connection.socket.bufferedAmount <= slowAt) return connection.socket.send(message, { binary: false });
    log.debug('dropped a socket that does not keep up');
    cut(connection);
  };

  const renew: Hub['renew'] = async (connection) => {
    let read: SessionRead;
    try {
      read = await connection.readSession();
    } catch (error) {
      log.warn({ err: error }, 'a socket’s session cannot be read');
      end(connection, 1013);
      return false;
    }
    if (read === null || typeof read === 'string') {
      remove(connection);
      refuse(connection.socket, read);
      return false;
    }
    connection.member = read;
    connection.readAt = Date.now();
    for (const topic of connection.topics) if (!mayJoin(read, topic)) exit(connection, topic);
    return connections.has(connection);
  };

  /**
   * Once every listener has had the signal, the keeper of sessions among them. One after another, so that neither the
   * database is asked nor the pages come all at once.
   */
  const renewAndTell = async (some: Iterable<Connection>, message: Buffer) => {
    await nextTurn();
    for (const connection of some) if (await renew(connection)) send(connection, message);
  };

  const sweep = () => {
    const now = Date.now();
    for (const connection of connections) {
      connection.messages = 0;
      const silent = now - connection.heardAt;
      if (silent > times.heartbeat + 2 * times.timeout) cut(connection);
      // a browser slows down the timers of a hidden page, but still answers a ping of the protocol
      else if (silent > times.heartbeat + times.timeout) connection.socket.ping();
      if (now - connection.readAt > sessionReadEvery) void renew(connection);
    }
  };

  bus.listen(({ topic, signal }: Envelope) => {
    const joined = members.get(topic);
    if (!joined) return;
    const message = encode({ say: 'signal', topic, signal });
    if (signal.type === 'session_ended') {
      const { reason, session_id } = signal;
      const suspended = reason === 'account_suspended' || reason === 'warung_suspended';
      for (const connection of joined) {
        if (session_id !== undefined && session_id !== connection.member.sessionId) continue;
        send(connection, message);
        end(connection, suspended ? socketCloses.suspended : socketCloses.sessionEnded, reason);
      }
    } else if (signal.type === 'profile_changed') {
      void renewAndTell(joined, message);
    } else {
      for (const connection of joined) send(connection, message);
    }
  });

  bus.onGap(() => {
    if (bus.connected()) void renewAndTell(connections, encode({ say: 'resync' }));
  });

  return {
    add,
    remove,
    join: (connection, topic) => {
      if (!mayJoin(connection.member, topic)) return false;
      if (connection.topics.size >= topicsPerSocket && !connection.topics.has(topic)) return false;
      enter(connection, topic);
      return true;
    },
    leave: (connection, topic) => {
      if (topic !== own(connection)) exit(connection, topic as Topic);
    },
    heard: (connection) => {
      connection.heardAt = Date.now();
      connection.messages += 1;
      return connection.messages <= messagesPerSweep;
    },
    renew,
  };
}

/** Closes a socket without a session, and tells a suspended person why. */
export function refuse(socket: WebSocket, read: Exclude<SessionRead, Member>): void {
  if (read === null) socket.close(socketCloses.unauthenticated);
  else socket.close(socketCloses.suspended, read);
}
