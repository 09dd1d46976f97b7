import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { isAlive, processesOf } from '../../testing/processes.ts';
import { startTestServer } from '../../testing/server.ts';

const engine = await startBundledEngine({}, 'fatal');
afterAll(engine.stop);
const proxy = await startDatabaseProxy(engine.url);
afterAll(proxy.close);
const server = await startTestServer({ databaseUrl: proxy.url, logLevel: 'fatal' });
const post = await buildPost(server);
const members = await Promise.all(Array.from({ length: 12 }, () => buildMember(server)));

const likeAll = async () => {
  const call = { post_id_to_toggle: post.id, liked: true };
  const answers = await Promise.all(members.map((member) => server.rawCall('toggle_like', call, member)));
  return [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
};
const untilServing = async () => {
  await expect.poll(likeAll).toEqual([200]);
};

test('connections that a router has forgotten are destroyed and replaced', async () => {
  expect(await likeAll()).toEqual([200]);
  const left = proxy.forgetAll();
  expect(left()).toBeGreaterThan(members.length / 2);
  expect(await likeAll()).toContain(503);
  await untilServing();
  // The connections of the job queue and of the signals are replaced too.
  await expect.poll(left).toBe(0);
  await expect.poll(server.platform.bus.connected).toBe(true);
});

test('a write whose commit is not confirmed is answered 503, and its retry adds nothing', async () => {
  const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
  proxy.loseAnswerTo('commit');
  expect(await server.rawCall('add_comment', comment, members[0])).toMatchObject({
    status: 503,
    body: { code: 'not_ready' },
  });
  expect(await server.rawCall('add_comment', comment, members[0])).toMatchObject({ status: 200 });
  const stored = await server.db.selectFrom('post_comments').select('id').where('post_id', '=', post.id).execute();
  expect(stored).toEqual([{ id: comment.id }]);
});

test('while PostgreSQL is frozen calls are answered 503, and served again when it goes on', async () => {
  expect(await likeAll()).toEqual([200]);
  const processes = processesOf(engine.pid());
  const signalAll = (signal: NodeJS.Signals) => processes.filter(isAlive).forEach((pid) => process.kill(pid, signal));
  onTestFinished(() => signalAll('SIGCONT'));
  signalAll('SIGSTOP');
  const [calls, ready] = await Promise.all([likeAll(), server.request('/readyz')]);
  expect([calls, ready.status]).toEqual([[503], 503]);
  signalAll('SIGCONT');
  await untilServing();
  // /readyz shares an answer for a second, so this is asked until it is a new one.
  await expect.poll(async () => (await server.request('/readyz')).status).toBe(200);
});
