import websocket from '@fastify/websocket';
import { realtimeTimes, socketCloses } from '@lapau/contract/signals';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { closeUnauthorized } from '../realtime/connection.ts';
import type { Connection } from '../realtime/connection.ts';
import { readMessage } from '../realtime/messages.ts';
import { realtimeLimits } from '../realtime/socket-limits.ts';
import { createUnauthenticatedSockets } from '../realtime/unauthenticated-sockets.ts';
import { addressOf } from './address.ts';
import { refuseForeignOrigin } from './own-origin.ts';

const path = '/realtime';
const options = {
  maxPayload: realtimeLimits.messageBytes,
  maxFragments: realtimeLimits.fragmentsPerMessage,
  maxBufferedChunks: realtimeLimits.chunksPerFrame,
  perMessageDeflate: false,
  // connection.ts counts pings and answers them, within the bounds of a socket.
  autoPong: false,
  /** Milliseconds until a socket that does not answer our close is cut; its type does not know it yet. */
  closeTimeout: 2_000,
};

/** Ignores an invalid frame (too long, not UTF-8): it is the page's fault, and ws closes the socket with a code. */
const ignoreFrameError = () => {};

/**
 * The pages' one WebSocket (RFC 6455) at /realtime. A page's cookie comes with the upgrade, a native app sends its signed
 * token as a bearer header or as the first message; everybody else is closed with one of socketCloses.
 * @param times.timeoutMs milliseconds within which the first message has to arrive
 */
export async function mountRealtime(
  app: FastifyInstance,
  { sessions, realtime, limits, log, config }: Platform,
  times: { timeoutMs: number } = realtimeTimes,
): Promise<void> {
  let isClosing = false;
  await app.register(websocket, {
    options,
    preClose: (done) => {
      isClosing = true;
      for (const socket of app.websocketServer.clients) socket.close(1001);
      app.websocketServer.close();
      done();
    },
  });
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== path) throw new AppError('malformed_request');
  });
  const enterUnauthenticated = createUnauthenticatedSockets();

  const admit = async (socket: WebSocket, readSession: Connection['readSession']) => {
    const closeMalformed = () => socket.close(socketCloses.malformed);
    socket.on('message', closeMalformed);
    const read = await readSession();
    if (socket.readyState !== socket.OPEN) return;
    if (read === null || typeof read === 'string') return closeUnauthorized(socket, read);
    socket.off('message', closeMalformed);
    await realtime.connect(socket, read, readSession);
  };

  const tryToAdmit = async (socket: WebSocket, readSession: Connection['readSession']) => {
    try {
      await admit(socket, readSession);
    } catch (error) {
      log.warn({ err: error }, 'a socket’s session cannot be read');
      socket.close(1013);
    }
  };

  const awaitToken = (socket: WebSocket, address: string) => {
    const release = enterUnauthenticated(address);
    if (!release) return socket.close(socketCloses.tooMany);
    const deadline = setTimeout(() => closeUnauthorized(socket, null), times.timeoutMs);
    socket.once('close', () => {
      clearTimeout(deadline);
      release();
    });
    socket.once('message', (data, isBinary) => {
      clearTimeout(deadline);
      const message = readMessage(data, isBinary);
      if (!message) return socket.close(socketCloses.malformed);
      if (message.type !== 'auth') return closeUnauthorized(socket, null);
      void tryToAdmit(socket, () => sessions.readToken(message.token)).then(release);
    });
  };

  app.route({
    method: 'GET',
    url: path,
    onRequest: async (request) => {
      if (!request.ws) throw new AppError('malformed_request');
      refuseForeignOrigin(request, config.publicUrl);
      const read = await sessions.read(request.headers);
      request.member = typeof read === 'string' ? null : read;
      if (request.member) await limits.socketsByMember.take(request.member.id);
      else await limits.socketsByAddress.take(addressOf(request));
    },
    // Otherwise the socket would keep its request and reply for hours, which are half of a connection's memory.
    preHandler: async (request, reply) => {
      if (isClosing) throw new AppError('not_ready'); // closing began while the session was read
      reply.raw.detachSocket(request.raw.socket);
    },
    handler: () => {},
    wsHandler: (socket, request) => {
      const { cookie, authorization, origin } = request.headers;
      socket.removeAllListeners('error').on('error', ignoreFrameError);
      // A browser sends its origin and its cookie with the upgrade. Only a native app may send a token afterwards.
      const mayTokenFollow =
        origin === undefined && authorization === undefined && sessions.credentialOf({ cookie }) === undefined;
      if (mayTokenFollow) awaitToken(socket, addressOf(request));
      else void tryToAdmit(socket, () => sessions.read({ cookie, authorization }));
    },
  });
}
