import { expect, test } from 'vitest';
import { buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { letCountsAge, refusalOf } from '../../testing/limit-counts.ts';
import { startTestServer } from '../../testing/server.ts';

/** Starts a server to which everybody writes from one address, unless a test gives another one. */
const serverWith = (limits: Parameters<typeof startTestServer>[0] & object) =>
  startTestServer({ trustProxy: 'loopback', ...limits });
type Server = Awaited<ReturnType<typeof serverWith>>;

const comment = (
  server: Server,
  post: { id: string },
  as: BuiltMember,
  { id = crypto.randomUUID(), address = '10.0.0.1' }: { id?: string; address?: string } = {},
) =>
  server.request(
    '/rpc/add_comment',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ id, post_id_to_comment_on: post.id, comment_content: 'Lamak!' }),
    },
    as,
  );

test('two people who comment in turn are each limited under that post; its cook answers everybody', async () => {
  const server = await serverWith({ limits: { unanswered: 20, commentsByMemberAndPost: 4 } });
  const cook = await buildSeller(server);
  const post = await buildPost(server, { user_id: cook.id });
  const [ani, budi] = [await buildMember(server), await buildMember(server)];
  const first = crypto.randomUUID();
  for (let turn = 0; turn < 4; turn += 1) {
    expect((await comment(server, post, ani, turn === 0 ? { id: first } : {})).status).toBe(200);
    expect((await comment(server, post, budi)).status).toBe(200);
    expect((await comment(server, post, cook)).status).toBe(200);
  }
  expect((await comment(server, post, cook)).status).toBe(200);
  const refusal = await refusalOf(await comment(server, post, ani));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_comments' });
  // A comment that was stored before is answered as it was then.
  expect((await comment(server, post, ani, { id: first })).status).toBe(200);
  expect((await comment(server, await buildPost(server), ani)).status).toBe(200);
  await letCountsAge(server.db, refusal.seconds);
  expect((await comment(server, post, ani)).status).toBe(200);
});

test('a comment that is deleted stays counted', async () => {
  const server = await serverWith({ limits: { unanswered: 20, commentsByMemberAndPost: 4 } });
  const [post, ani] = [await buildPost(server), await buildMember(server)];
  for (let turn = 0; turn < 4; turn += 1) {
    const id = crypto.randomUUID();
    expect((await comment(server, post, ani, { id })).status).toBe(200);
    await server.call('delete_comment', { comment_id: id }, ani);
  }
  expect(await refusalOf(await comment(server, post, ani))).toMatchObject({ code: 'too_many_comments' });
});

test('a deleted comment that is sent again is answered as deleted, whatever may be written now', async () => {
  const server = await serverWith({ limits: { unanswered: 1 } });
  const [post, ani, id] = [await buildPost(server), await buildMember(server), crypto.randomUUID()];
  expect((await comment(server, post, ani, { id })).status).toBe(200);
  await server.call('delete_comment', { comment_id: id }, ani);
  expect((await comment(server, post, ani)).status).toBe(200);
  expect(await refusalOf(await comment(server, post, ani))).toMatchObject({ code: 'too_many_unanswered' });
  expect(await refusalOf(await comment(server, post, ani, { id }))).toMatchObject({ code: 'already_deleted' });
});

test('a comment costs its author as many as it notifies', async () => {
  const server = await serverWith({ limits: { notifiedByMember: 48 } });
  const [ani, busy] = [await buildMember(server), await buildPost(server)];
  for (let count = 0; count < 31; count += 1) await buildComment(server, { post_id: busy.id });
  // This comment costs 32 points, for 32 people; the one on a new post costs 16, the least that a comment costs.
  expect((await comment(server, busy, ani)).status).toBe(200);
  expect((await refusalOf(await comment(server, busy, ani))).code).toBe('too_many_comments');
  expect((await comment(server, await buildPost(server), ani)).status).toBe(200);
  expect((await refusalOf(await comment(server, await buildPost(server), ani))).code).toBe('too_many_comments');
  expect((await comment(server, busy, await buildMember(server))).status).toBe(200);
});

test('a cook answers under their own post however many are told of it', async () => {
  const server = await serverWith({ limits: { unanswered: 20, notifiedByMember: 48 } });
  const cook = await buildSeller(server);
  const post = await buildPost(server, { user_id: cook.id });
  for (let count = 0; count < 31; count += 1) await buildComment(server, { post_id: post.id });
  for (let count = 0; count < 3; count += 1) expect((await comment(server, post, cook)).status).toBe(200);
});

test('what was counted by a clock that was ahead counts no more when it is right again', async () => {
  const server = await serverWith({ limits: { commentsByMemberAndPost: 1 } });
  const [post, ani] = [await buildPost(server), await buildMember(server)];
  expect((await comment(server, post, ani)).status).toBe(200);
  expect((await comment(server, post, ani)).status).toBe(429);
  await letCountsAge(server.db, -86_400);
  expect((await comment(server, post, ani)).status).toBe(200);
  expect((await comment(server, post, ani)).status).toBe(429);
});

test('under one post those of one group of addresses share a limit, and who has written little goes first', async () => {
  const server = await serverWith({ limits: { commentsByPostAndAddress: 20, commentsByMemberAndPost: 50 } });
  const [post, loud] = [await buildPost(server), await buildMember(server)];
  // The first comment costs one point, the sixth two, the eleventh three; ten comments cost 19.
  for (let count = 0; count < 10; count += 1) expect((await comment(server, post, loud)).status).toBe(200);
  const refusal = await refusalOf(await comment(server, post, loud, { address: '10.0.0.77' }));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_comments' });
  expect((await comment(server, post, await buildMember(server))).status).toBe(200);
  const late = await buildMember(server);
  expect((await comment(server, post, late)).status).toBe(429);
  expect((await comment(server, post, late, { address: '10.0.1.1' })).status).toBe(200);
});

test('no address is in the database in clear', async () => {
  const server = await serverWith({});
  await comment(server, await buildPost(server), await buildMember(server), { address: '10.20.30.40' });
  const rows = await server.db.selectFrom('limit_counts').selectAll().execute();
  expect(rows).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toContain('10.20.30');
});
