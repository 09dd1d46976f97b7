import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../platform.ts';

/** How long an answer of the database is reused for all callers of /readyz. */
const readyForMs = 1_000;

/** Mounts /healthz, which tells that the process answers, and /readyz, which tells that the database answers too, so that it can serve. */
export function mountHealth(app: FastifyInstance, { database }: Platform): void {
  const checkDatabase = shareFor(readyForMs, () => sql`select 1`.execute(database.db));
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async () => {
    await checkDatabase();
    return { ok: true };
  });
}

/**
 * Shares one run of the function, and then its result or failure for `maxAgeMs`, among all callers. A library's cache would not keep
 * a failure.
 */
function shareFor<Result>(maxAgeMs: number, run: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  const forget = () => setTimeout(() => (shared = undefined), maxAgeMs).unref();
  return () => {
    if (!shared) {
      shared = run();
      void shared.then(forget, forget);
    }
    return shared;
  };
}
