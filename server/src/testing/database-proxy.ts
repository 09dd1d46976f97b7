import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';

export type DatabaseProxy = {
  /** The database's connection string, by way of the proxy. */
  url: string;
  /**
   * Forgets all connections there are, as a router does: what is sent over them is dropped, and they stay open.
   * @returns a function that counts those of them that the program has not closed since
   */
  forgetAll: () => () => number;
  /** Forwards the next statement that is exactly this one, and drops its answer and all that follows on its connection. */
  loseAnswerTo: (statement: string) => void;
  close: () => Promise<void>;
};

/** A statement as PostgreSQL's simple query protocol sends it. */
function queryMessage(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.from('Q----');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/**
 * A TCP proxy in front of a bundled PostgreSQL.
 * @param port any free one unless given
 */
export async function startDatabaseProxy(databaseUrl: string, port = 0): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const socketPath = path.join(decodeURIComponent(target.hostname), `.s.PGSQL.${target.port}`);
  const open = new Map<Socket, Socket>();
  const forgotten = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let lost: string | undefined;

  const forget = (client: Socket, upstream: Socket) => {
    upstream.unpipe(client).resume();
    open.delete(client);
    forgotten.add(client);
  };
  const server = createServer((client) => {
    const upstream = connect(socketPath);
    open.set(client, upstream);
    upstreams.add(upstream);
    client.on('data', (chunk) => {
      if (lost === undefined || !chunk.equals(queryMessage(lost))) return;
      lost = undefined;
      forget(client, upstream);
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {}); // an error is followed by 'close'
    client.on('close', () => {
      forgotten.delete(client);
      if (open.delete(client)) upstream.destroy();
    });
    upstream.on('close', () => {
      upstreams.delete(upstream);
      if (open.has(client)) client.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    forgetAll: () => {
      const clients = [...open.keys()];
      for (const [client, upstream] of open) {
        client.unpipe(upstream).resume();
        forget(client, upstream);
      }
      return () => clients.filter((client) => forgotten.has(client)).length;
    },
    loseAnswerTo: (statement) => (lost = statement),
    close: async () => {
      for (const socket of [...open.keys(), ...forgotten, ...upstreams]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
