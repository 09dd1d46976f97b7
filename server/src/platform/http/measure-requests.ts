import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { pagesRoute } from './target.ts';

const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The label of requests that a page answers, or that have no route. */
const pages = 'pages';

/** Counts and times the answers of every route: of calls under their name, of others under their pattern. */
export function measureRequests(app: FastifyInstance, { counter, durations }: Metrics): void {
  const count = counter('lapau_requests_total', 'Answered requests, with the code of a refusal', ['route', 'code']);
  const note = durations('lapau_request_seconds', 'How long answers took', ['route'], buckets);
  app.addHook('onResponse', ({ context }, reply, done) => {
    const { url = pagesRoute } = context ?? {};
    const route = url === pagesRoute ? pages : url.replace('/rpc/', '');
    count({ route, code: context?.code ?? (reply.statusCode < 400 ? 'ok' : String(reply.statusCode)) });
    note({ route }, reply.elapsedTime / 1_000);
    done();
  });
}
