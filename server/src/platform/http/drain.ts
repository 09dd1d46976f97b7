import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

const checkEveryMs = 100;
/**
 * After so many checks without a byte more of an unfinished request its connection is destroyed: 3 s, longer than a socket's
 * close timeout. Not by the clock, as a server that has stood still itself has not read what was sent meanwhile.
 */
const maxQuietChecks = 30;
const maxDrainMs = 7_000;

type Connection = { bytesRead: number; quietChecks: number };

/**
 * Bounds how long app.close() takes, whatever clients do: requests that have been received are answered, uploads that
 * progress may end, new requests are answered not_ready, and stalled connections are destroyed. Node itself waits for half a
 * header, half a body or a refused upgrade without a limit once its server is closing.
 */
export function drainOnClose(app: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  const requests = new Set<IncomingMessage>();
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  app.server.on('connection', (socket) => {
    connections.set(socket, { bytesRead: 0, quietChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => {
    requests.add(request);
    response.once('close', () => requests.delete(request));
  });

  app.addHook('onRequest', (_request, _reply, done) => done(isClosing ? new AppError('not_ready') : undefined));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    const closingSince = performance.now();
    for (const [socket, connection] of connections) connection.bytesRead = socket.bytesRead;
    timer = setInterval(() => {
      app.server.closeIdleConnections();
      destroyStalled(connections, requests);
      if (performance.now() - closingSince > maxDrainMs) for (const socket of connections.keys()) socket.destroy();
    }, checkEveryMs);
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function destroyStalled(connections: Map<Socket, Connection>, requests: Set<IncomingMessage>): void {
  // the client waits for the server: the whole request has arrived, or a part of it has not been read yet
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
