import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextLoopIteration, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.ts';

const checkEveryMs = 100;
/**
 * After this many checks without a further byte of an unfinished request its connection is destroyed: 3 s, longer than a socket's
 * close timeout. Checks are counted instead of time, because a server that has stood still has not read what was sent meanwhile.
 */
const maxQuietChecks = 30;
const maxDrainMs = 7_000;
/**
 * Connections are accepted until none has come for `quietMs`. If there is no such pause within `busyMs`, they are accepted until none
 * comes in a turn of the event loop; in any case for `maxMs` at most.
 */
const arriving = { quietMs: 100, busyMs: 1_000, maxMs: 3_000 };

/**
 * Proxies that ask `/readyz` again and again, the last time within `askedWithinMs`, first get the answer that this process is ending,
 * so that they send requests elsewhere before the port is closed. They have `maxMs` at most for that.
 */
const telling = { path: '/readyz', askedWithinMs: 10_000, maxMs: 3_000, maxProxies: 100 };

type Connection = { bytesRead: number; quietChecks: number };

/**
 * Bounds how long app.close() takes, whatever clients do: proxies that ask are told, requests that have arrived are answered, uploads that
 * progress may end, new requests are answered not_ready, and stalled connections are destroyed. Node itself waits for half a
 * header, half a body or a refused upgrade without a limit once its server is closing. A request may also have arrived on a
 * connection that this process has not accepted yet; the system would reset it when the process stops listening.
 */
export function drainOnClose(app: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  const requests = new Set<IncomingMessage>();
  let accepted = 0;
  let isStopping = false;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket) => {
    accepted += 1;
    connections.set(socket, { bytesRead: 0, quietChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => {
    requests.add(request);
    response.once('close', () => requests.delete(request));
  });

  /** How often each address has asked whether this process is ready; addresses that have learned that it ends are left out. */
  const timesAsked = new LRUCache<string, number>({ max: telling.maxProxies, ttl: telling.askedWithinMs });
  app.addHook('onRequest', ({ url, ip }, _reply, done) => {
    const asksIfReady = url === telling.path;
    if (asksIfReady && isStopping) timesAsked.delete(ip);
    else if (asksIfReady) timesAsked.set(ip, 1 + (timesAsked.get(ip) ?? 0));
    done(isClosing || (isStopping && asksIfReady) ? new AppError('not_ready') : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close');
    done();
  });

  const tellProxies = async () => {
    const begun = performance.now();
    const isAwaited = () => [...timesAsked.values()].some((times) => times > 1);
    while (isAwaited() && performance.now() - begun < telling.maxMs) await delay(checkEveryMs);
  };

  /** Resolves after a turn of the event loop in which no connection waited. Node accepts one connection a turn. */
  const acceptArrived = async () => {
    const begun = performance.now();
    let elapsedMs = 0;
    for (let known = -1; known !== accepted && elapsedMs < arriving.maxMs; elapsedMs = performance.now() - begun) {
      known = accepted;
      if (elapsedMs < arriving.busyMs) await delay(arriving.quietMs);
      await nextLoopIteration();
    }
  };

  app.addHook('preClose', async () => {
    const stoppingSince = performance.now();
    isStopping = true;
    if (app.server.listening) {
      await tellProxies();
      await acceptArrived();
    }
    app.server.close();
    isClosing = true;
    for (const [socket, connection] of connections) connection.bytesRead = socket.bytesRead;
    timer = setInterval(() => {
      app.server.closeIdleConnections();
      destroyStalled(connections, requests);
      if (performance.now() - stoppingSince > maxDrainMs) for (const socket of connections.keys()) socket.destroy();
    }, checkEveryMs);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function destroyStalled(connections: Map<Socket, Connection>, requests: Set<IncomingMessage>): void {
  // These clients wait for the server: the whole request has arrived, or a part of it has not been read yet.
  const awaitingAnswer = [...requests].filter((request) => request.complete || request.readableLength > 0);
  const answered = new Set(awaitingAnswer.map(({ socket }) => socket));
  for (const [socket, connection] of connections) {
    if (connection.bytesRead !== socket.bytesRead || answered.has(socket)) {
      connection.bytesRead = socket.bytesRead;
      connection.quietChecks = 0;
    } else {
      connection.quietChecks += 1;
      if (connection.quietChecks > maxQuietChecks) socket.destroy();
    }
  }
}
