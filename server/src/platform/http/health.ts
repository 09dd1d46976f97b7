import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../platform.ts';

/** /healthz: the process answers. /readyz: it can serve, that is the database answers too. */
export function mountHealth(app: FastifyInstance, { database }: Platform): void {
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(database.db);
    return { ok: true };
  });
}
