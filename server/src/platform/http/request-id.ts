import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInRequest } from '../log/request-context.ts';
import type { RequestContext } from '../log/request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's context, set by identifyRequests. */
    context: RequestContext | null;
  }
}

/** The header in which proxies send a request's id, and in which the answer has it. */
const header = 'x-request-id';

/** The pattern of ids that proxies make: UUIDs, hexadecimal numbers, and those of HAProxy, which have addresses in them. */
const wellFormed = /^[\w.:@=+/-]{8,128}$/;

/**
 * Gives every request an id, which its answer has as a header and every log line that it causes as `request`. The id of a proxy that
 * TRUST_PROXY names is kept, so that the proxy's log and ours have the same one.
 */
export function identifyRequests(app: FastifyInstance): void {
  app.decorateRequest('context', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.id = proxyIdOf(request) ?? request.id;
    reply.raw.setHeader(header, request.id);
    request.context = { id: request.id, url: request.routeOptions.url, isOver: false };
    runInRequest(request.context, done);
  });
  // The events by which a body arrives are outside the request's asynchronous context, so it is entered again.
  app.addHook('preValidation', ({ context }, _reply, done) => (context ? runInRequest(context, done) : done()));
  app.addHook('onResponse', ({ context }, _reply, done) => {
    if (context) context.isOver = true;
    done();
  });
}

function proxyIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers[header];
  // After the connection's address `ips` has the trusted addresses of X-Forwarded-For.
  const isThroughProxy = (request.ips?.length ?? 0) > 1;
  return isThroughProxy && typeof id === 'string' && wellFormed.test(id) ? id : undefined;
}
