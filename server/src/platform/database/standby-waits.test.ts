import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const engine = await startBundledEngine({ synchronous_commit: 'on' }, 'fatal');
afterAll(engine.stop);
const server = await startTestServer({ databaseUrl: engine.url, logLevel: 'fatal' });
const post = await buildPost(server);
const member = await buildMember(server);
const neighbour = await buildMember(server);

const superuser = new pg.Client(engine.superuserUrl);
await superuser.connect();
afterAll(() => superuser.end());
const ask = async (statement: string) => (await superuser.query<Record<string, unknown>>(statement)).rows;

const prober = new pg.Client({ connectionString: engine.superuserUrl, application_name: 'prober' });
await prober.connect();
afterAll(() => prober.end());

/** Whether a commit waits for a standby. PostgreSQL's process that makes commits wait reads the setting later than others. */
async function doCommitsWait(): Promise<boolean> {
  let hasWaited = false;
  const over = new AbortController();
  const commit = prober.query(`select pg_logical_emit_message(true, 'test', 'text')`).finally(() => over.abort());
  commit.catch(() => {});
  const cut = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'prober'`;
  while (!over.signal.aborted) if ((await ask(cut)).length > 0) hasWaited = true;
  await commit;
  return hasWaited;
}

/** Names the standby that every commit waits for. */
async function setStandby(name: string): Promise<void> {
  await ask(`alter system set synchronous_standby_names = '${name}'`);
  await ask('select pg_reload_conf()');
  await expect.poll(doCommitsWait).toBe(name !== '');
}
beforeEach(() => setStandby(''));

/** The commits that wait; those of the job queue are among them. */
const waits = `from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'lapau'`;
const untilWaiting = async () => {
  await expect.poll(() => ask(`select ${waits}`)).not.toEqual([]);
};

/** Cuts the waits of commits, as an impatient operator does, until there is an answer. */
async function cutWaitsUntil<Answer>(answered: Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined;
  void answered.then((value) => (answer = value));
  const cutWaits = async () => {
    if (answer === undefined) await ask(`select pg_cancel_backend(pid) ${waits}`);
    return answer;
  };
  await expect.poll(cutWaits).toBeDefined();
  return answered;
}

const comments = async () =>
  (await server.db.selectFrom('post_comments').select('id').where('post_id', '=', post.id).execute()).map(
    ({ id }) => id,
  );
const notReady = { status: 503, body: { code: 'not_ready' } };

test('a commit whose wait for a standby is cut is answered 503, and so is its repeat, until a standby has it (D90)', async () => {
  const page = await openPage(server.url, { cookie: neighbour.cookie });
  await page.join(`post:${post.id}`);
  const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
  const add = () => server.rawCall('add_comment', comment, member);
  await setStandby('nobody');
  expect(await cutWaitsUntil(add())).toMatchObject(notReady);
  // PostgreSQL has committed it all the same
  expect(await comments()).toEqual([comment.id]);
  expect(await cutWaitsUntil(add())).toMatchObject(notReady);
  expect(await page.nextSignals(1)).toEqual([[`post:${post.id}`, { type: 'comment_added', post_id: post.id }]]);
  await setStandby('');
  expect(await add()).toMatchObject({ status: 200, body: { id: comment.id } });
  expect(await comments()).toEqual([comment.id]);
});

test('a transaction that found everything as it wanted it waits for the standby, too', async () => {
  await setStandby('nobody');
  const looked = server.platform.transaction((tx) => tx.db.selectFrom('posts').select('id').execute());
  await untilWaiting();
  await setStandby('');
  expect(await looked).toContainEqual({ id: post.id });
});

test('a commit that no standby confirms in time is answered 503 and not to be seen before', async () => {
  const before = await comments();
  const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Masih ado?' };
  await setStandby('nobody');
  expect(await server.rawCall('add_comment', comment, member)).toMatchObject(notReady);
  expect(await comments()).toEqual(before);
  await setStandby('');
  await expect.poll(comments).toHaveLength(before.length + 1);
  expect(await server.rawCall('add_comment', comment, member)).toMatchObject({ status: 200 });
});
