import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { checkNotifyQueue } from '../../operations/doctor/check-database.ts';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { startTestServer } from '../../testing/server.ts';
import { unavailableReason } from '../errors/unavailable.ts';

const engine = await startBundledEngine({ max_notify_queue_pages: '64' }, 'fatal');
afterAll(engine.stop);

async function connect(application_name: string, url = engine.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Sends notifications until PostgreSQL takes no more, `most` at most. */
async function fill(client: pg.Client, most = 1_000): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    try {
      await client.query(`select pg_notify('of_others', $1)`, [`${sent} ${'x'.repeat(7_900)}`]);
    } catch (error) {
      expect(error).toMatchObject({ code: '54000', routine: 'PreCommit_Notify' });
      return;
    }
  }
}

test('while nothing takes from the queue of NOTIFY writes are answered 503, and who holds it is said', async () => {
  const server = await startTestServer({ databaseUrl: engine.url, logLevel: 'fatal' });
  const warned = vi.spyOn(server.platform.log, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const post = await buildPost(server);
  const member = await buildMember(server);
  let liked = false;
  const like = async () => {
    liked = !liked;
    const { status, body } = await server.rawCall('toggle_like', { post_id_to_toggle: post.id, liked }, member);
    return { status, body };
  };
  expect(await like()).toMatchObject({ status: 200 });
  expect(await checkNotifyQueue(server.platform.database)).toEqual([]);

  const holder = await connect('a forgotten console');
  await holder.query('listen of_others');
  await holder.query('begin');
  await holder.query('select 1');
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await fill(await connect('filler'));

  expect(await like()).toMatchObject({ status: 503, body: { code: 'not_ready' } });
  const named = async () => {
    await like();
    return warned.mock.calls.find(([, text]) => String(text).startsWith('the queue of NOTIFY'))?.[0];
  };
  await expect.poll(named).toMatchObject({
    pid: rows[0]?.pid,
    application: 'a forgotten console',
    user: 'lapau',
    state: 'idle in transaction',
    percent: expect.toSatisfy((percent: number) => percent > 90),
  });
  // Reads go on, and a refused write has left nothing.
  expect(await server.call('get_feed', {}, member)).toMatchObject([{ id: post.id }]);
  expect(await server.db.selectFrom('likes').selectAll().where('post_id', '=', post.id).execute()).toHaveLength(1);

  const [finding] = await checkNotifyQueue(server.platform.database);
  expect(finding).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^PostgreSQL's queue of NOTIFY is \d+ % full/),
  });
  expect(finding?.mend).toContain(`process ${rows[0]?.pid} "a forgotten console" of lapau in a transaction since 2`);
  const ratio = async () =>
    Number(/^lapau_notify_queue_ratio (.*)$/m.exec(await (await server.request('/metrics')).text())?.[1]);
  await expect.poll(ratio).toBeGreaterThan(0.9);

  await holder.query('rollback');
  await expect.poll(async () => (await like()).status).toBe(200);
});

test('a limit of PostgreSQL that a statement itself exceeds stays a fault', async () => {
  const server = await startTestServer({ databaseUrl: engine.url, logLevel: 'fatal' });
  const tooWide = `create temp table wide (text text primary key);
    insert into wide select string_agg(md5(number::text), '') from generate_series(1, 500) number`;
  const error = await sql
    .raw(tooWide)
    .execute(server.db)
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: '54000' });
  expect(unavailableReason(error)).toBeUndefined();
});
