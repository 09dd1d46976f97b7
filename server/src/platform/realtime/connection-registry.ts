import type { Topic } from '@lapau/contract/signals';
import type { Connection } from './connection.ts';
import { realtimeLimits } from './socket-limits.ts';
import { mayJoin } from './topics.ts';

/** The connections of this process, and the topics that each subscribes to. */
type ConnectionRegistry = {
  readonly connections: ReadonlySet<Connection>;
  /** Adds a connection, subscribed to its person's own topic. @returns false when the person has too many */
  add: (connection: Connection) => boolean;
  /** Does nothing for a connection that is not registered. */
  remove: (connection: Connection) => void;
  /** @returns false when policy refuses the topic, or the connection has too many */
  subscribe: (connection: Connection, topic: string) => boolean;
  /** Ends a subscription, except that to a person's own topic. */
  unsubscribe: (connection: Connection, topic: string) => void;
  /** Ends the subscriptions that the connection's person may not have any more. */
  recheckTopics: (connection: Connection) => void;
  subscribersOf: (topic: Topic) => ReadonlySet<Connection>;
};

const none: ReadonlySet<Connection> = new Set();

export function createConnectionRegistry(): ConnectionRegistry {
  const connections = new Set<Connection>();
  const subscribers = new Map<Topic, Set<Connection>>();

  const ownTopic = ({ member }: Connection): Topic => `user:${member.id}`;

  const addSubscription = (connection: Connection, topic: Topic) => {
    if (connection.topics.has(topic)) return;
    connection.topics.set(topic, false);
    const existing = subscribers.get(topic);
    if (existing) existing.add(connection);
    else subscribers.set(topic, new Set([connection]));
  };

  const removeSubscription = (connection: Connection, topic: Topic) => {
    connection.topics.delete(topic);
    const existing = subscribers.get(topic);
    existing?.delete(connection);
    if (existing?.size === 0) subscribers.delete(topic);
  };

  return {
    connections,
    add: (connection) => {
      const topic = ownTopic(connection);
      if ((subscribers.get(topic)?.size ?? 0) >= realtimeLimits.socketsPerMember) return false;
      connections.add(connection);
      addSubscription(connection, topic);
      return true;
    },
    remove: (connection) => {
      for (const topic of connection.topics.keys()) removeSubscription(connection, topic);
      connections.delete(connection);
    },
    subscribe: (connection, topic) => {
      if (!connections.has(connection) || !mayJoin(connection.member, topic)) return false;
      if (connection.topics.size >= realtimeLimits.topicsPerSocket && !connection.topics.has(topic)) return false;
      addSubscription(connection, topic);
      return true;
    },
    unsubscribe: (connection, topic) => {
      if (topic !== ownTopic(connection)) removeSubscription(connection, topic as Topic);
    },
    recheckTopics: (connection) => {
      for (const topic of connection.topics.keys()) {
        if (!mayJoin(connection.member, topic)) removeSubscription(connection, topic);
      }
    },
    subscribersOf: (topic) => subscribers.get(topic) ?? none,
  };
}
