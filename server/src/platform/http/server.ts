import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import type { ErrorCode } from '@lapau/contract/errors';
import { oldestProtocol, oldestProtocolHeader } from '@lapau/contract/protocol';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { drainOnClose } from './drain.ts';
import { refusalOf, sendError } from './failures.ts';
import { hasNameOf, isNearby, readHost } from './host.ts';
import { identifyRequests } from './request-id.ts';
import { targetOf } from './target.ts';

/** A web server with everything that applies to every route: headers, errors as envelopes, own hosts only. */
export async function createHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests have one log, whose lines get the request's id from the context (request-context.ts).
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    // Slow clients are disconnected. These are the times for a header, for a request with its body, and without a byte
    // either way, which is longer than an upload may wait in the queue.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // A photo of 10 MB arrives in this time at 140 kbit/s.
    requestTimeout: 600_000,
    connectionTimeout: 150_000,
    // This is longer than proxies keep an unused connection (Caddy two minutes, nginx one): if Lapau closed one while a
    // proxy sends a request on it, the proxy would answer 502.
    keepAliveTimeout: 130_000,
    // drainOnClose answers with an envelope instead.
    return503OnClosing: false,
    frameworkErrors: (_error, _request: FastifyRequest, reply: FastifyReply) =>
      void sendError(reply, new AppError('malformed_request')),
    clientErrorHandler: (error, socket) => answerNoHttp(error, socket, log),
    routerOptions: { maxParamLength: 400 },
    rewriteUrl: ({ url = '' }) => targetOf(url),
  });
  identifyRequests(app);
  sendSecurityHeaders(app, config);
  drainOnClose(app);
  refuseForeignHosts(app, config);
  answerErrors(app);
  acceptEmptyJson(app);
  // An ordinary answer is compressed in one piece, so that a client that disconnects meanwhile is not logged as a failed request.
  await app.register(compress, {
    encodings: ['gzip', 'identity'],
    threshold: 1024,
    syncThreshold: 64 * 1024,
    zlibOptions: { level: 5, chunkSize: 8 * 1024 },
  });
  return app;
}

/** The headers are built once: Fastify's plugin of the same library builds them for each request, which takes a tenth of a call's time. */
function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const send = helmet({
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Inline styles are computed sizes and positions (the toaster, placeholders), and the first paint in index.html.
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        // This allows the socket too, as 'self' includes wss: of the same host and port (CSP 3, section 6.7.2.8).
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', unusedFeatures);
    reply.raw.setHeader(oldestProtocolHeader, oldestProtocol);
    // Links are shared in chats, which ignore this, but nothing is to be found by search engines (D16).
    reply.raw.setHeader('x-robots-tag', 'noindex');
    if (config.hsts !== undefined) reply.raw.setHeader('strict-transport-security', config.hsts);
    send(request.raw, reply.raw, () => done());
  });
}

/** Browser features that the app does not use, closed to injected scripts as well. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Refuses foreign Host headers: with answers for them somebody could poison a cache or rebind a name (OWASP WSTG-INPV-17). Ours are
 * the name of PUBLIC_URL, at any port, and hosts that no stranger's page can have: bare addresses, as a phone in the same room uses
 * them, and names of the own network (D141). A trusted proxy may name the host that it was asked for besides its own. A request
 * without a Host header is no browser's, but may be a proxy's that asks whether Lapau is well.
 */
function refuseForeignHosts(app: FastifyInstance, { publicUrl }: Config): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const expected = own?.host ?? 'an address, as PUBLIC_URL is not set';
  const isOwn = (host: string) => isNearby(host) || (own !== undefined && hasNameOf(host, own));
  app.addHook('onRequest', async ({ raw, headers, host: forwarded, originalUrl, log }) => {
    const refusal = (code: ErrorCode, text: string) => {
      log.warn({ host: hostsOf(raw).join(' and ').slice(0, 255), expected }, text);
      return new AppError(code);
    };
    if (namesTwoHosts(raw, originalUrl)) throw refusal('malformed_request', 'refused a request that names two hosts');
    if (headers.host === undefined || isOwn(headers.host) || isOwn(forwarded)) return;
    throw refusal('foreign_host', 'refused a request whose Host is not the name of PUBLIC_URL');
  });
}

/** The values of all Host headers. */
const hostsOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');

/**
 * Whether a request has several Host headers, of which Node keeps the first and a proxy perhaps another (RFC 9112, section 3.2), or
 * names another host in its target.
 */
function namesTwoHosts(request: IncomingMessage, target: string): boolean {
  const [host = '', ...others] = hostsOf(request);
  const [, scheme = '', targetHost = ''] = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)/i.exec(target) ?? [];
  if (others.length > 0 || scheme === '') return others.length > 0;
  const named = readHost(targetHost, scheme.toLowerCase());
  return named === undefined || named.host !== readHost(host, scheme.toLowerCase())?.host;
}

/**
 * Answers input that is not HTTP and never reaches a route. A connection on which no request came in time is closed without an answer:
 * browsers open some in advance, and one that sends its first request just then would take the answer for that of its request.
 */
function answerNoHttp(error: NodeJS.ErrnoException, socket: Socket, log: Log): void {
  // A client that is silent or has gone in the middle of a request reads no answer.
  const isLost = ['ERR_HTTP_REQUEST_TIMEOUT', 'ECONNRESET', 'HPE_INVALID_EOF_STATE'].includes(error.code ?? '');
  if (isLost || !socket.writable) return void socket.destroy();
  // All requests of a proxy that speaks TLS or the PROXY protocol end here.
  log.warn({ reason: error.code }, 'refused what is no HTTP');
  const body = JSON.stringify(new AppError('malformed_request'));
  const headers = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(reply, refusalOf(request, error)));
}

function acceptEmptyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (_request: FastifyRequest, body, done) => {
      if (body === '') return done(null, {});
      try {
        done(null, JSON.parse(body));
      } catch {
        done(new AppError('malformed_request'));
      }
    },
  );
}
