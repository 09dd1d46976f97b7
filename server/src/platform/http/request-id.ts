import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInRequest } from '../log/request-context.ts';
import type { RequestContext } from '../log/request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by identifyRequests. */
    context: RequestContext | null;
  }
}

/** The header in which proxies hand on the id of a request, and in which its answer has it. */
const header = 'x-request-id';

/** What proxies make: UUIDs, hexadecimal numbers, and those of HAProxy, which have addresses in them. */
const wellFormed = /^[\w.:@=+/-]{8,128}$/;

/**
 * Gives every request an id, which its answer has as a header and every log line that it causes as `request`. That of a proxy
 * which TRUST_PROXY names is taken over, so that the proxy's log and ours have the same.
 */
export function identifyRequests(app: FastifyInstance): void {
  app.decorateRequest('context', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.id = proxyIdOf(request) ?? request.id;
    reply.raw.setHeader(header, request.id);
    request.context = { id: request.id, url: request.routeOptions.url, isOver: false };
    runInRequest(request.context, done);
  });
  // the events by which a body arrives do not belong to the request's own asynchronous calls
  app.addHook('preValidation', ({ context }, _reply, done) => (context ? runInRequest(context, done) : done()));
  app.addHook('onResponse', ({ context }, _reply, done) => {
    if (context) context.isOver = true;
    done();
  });
}

function proxyIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers[header];
  // the addresses of X-Forwarded-For that are believed follow that of the connection
  const isThroughProxy = (request.ips?.length ?? 0) > 1;
  return isThroughProxy && typeof id === 'string' && wellFormed.test(id) ? id : undefined;
}
