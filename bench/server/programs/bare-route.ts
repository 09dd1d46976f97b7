import fastify from 'fastify';
import pg from 'pg';

/** A statement that answers one row, with JSON text in the column `page`. Without a name PostgreSQL plans it each time. */
export type BareStatement = { name?: string; text: string };

// This server does the least a server can do: a route runs one statement and sends PostgreSQL's JSON, without session or limits.
const [databaseUrl = '', statements = '{}'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c timezone=UTC' });
const app = fastify();
for (const [route, statement] of Object.entries(JSON.parse(statements) as Record<string, BareStatement>)) {
  app.post<{ Body: unknown[] }>(`/${route}`, async (request, reply) => {
    const { rows } = await pool.query<{ page: string }>({ ...statement, values: request.body });
    return reply.type('application/json; charset=utf-8').send(rows[0]?.page);
  });
}
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const stop = async () => {
  await app.close();
  await pool.end();
  process.exit(0);
};
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => void stop());
process.send?.({ url });
