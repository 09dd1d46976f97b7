import { expect, test } from 'vitest';
import { buildConversation, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ limits: { unanswered: 5 } });
const { db } = server;

const request = (call: string, input: object, as: BuiltMember) =>
  server.request(
    `/rpc/${call}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
    as,
  );
const send = (p_conversation_id: string, as: BuiltMember, id: string = crypto.randomUUID()) =>
  request('send_message', { id, p_conversation_id, p_content: 'Masih ada?' }, as);
const comment = (post: { id: string }, as: BuiltMember, id: string = crypto.randomUUID()) =>
  request('add_comment', { id, post_id_to_comment_on: post.id, comment_content: 'Lamak!' }, as);

async function expectRefused(response: Response) {
  expect([response.status, await response.json()]).toEqual([
    429,
    {
      code: 'too_many_unanswered',
      message: 'Anda sudah banyak menulis tanpa dibalas. Sampai ada balasan, satu kiriman per menit.',
    },
  ]);
  const wait = Number(response.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
}

test('of messages without an answer a few are taken, then one a minute, until the other person answers', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const first = crypto.randomUUID();
  expect((await send(id, buyer, first)).status).toBe(200);
  const answers = await inParallel(9, () => send(id, buyer));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  await expectRefused(await send(id, buyer));
  // A repeated message is answered as before, and a deleted one still counts.
  expect((await send(id, buyer, first)).status).toBe(200);
  await server.call('delete_message', { message_id: first }, buyer);
  await expectRefused(await send(id, buyer));
  await db
    .updateTable('conversations')
    .set({ active_at: new Date(Date.now() - 61_000) })
    .where('id', '=', id)
    .execute();
  expect((await send(id, buyer)).status).toBe(200);
  await expectRefused(await send(id, buyer));
  expect((await send(id, cook)).status).toBe(200);
  expect((await send(id, buyer)).status).toBe(200);
});

test('so it is with comments under a post, until somebody else comments', async () => {
  const [buyer, other, post] = [await buildMember(server), await buildMember(server), await buildPost(server)];
  const first = crypto.randomUUID();
  expect((await comment(post, buyer, first)).status).toBe(200);
  const answers = await inParallel(9, () => comment(post, buyer));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  await expectRefused(await comment(post, buyer));
  expect((await comment(post, buyer, first)).status).toBe(200);
  expect((await comment(await buildPost(server), buyer)).status).toBe(200);
  expect((await comment(post, other)).status).toBe(200);
  expect((await comment(post, buyer)).status).toBe(200);
});

test('what a person adds to the database in a day is limited, half of it at once', async () => {
  const own = await startTestServer({ limits: { textBytesByMember: 5_000 } });
  const [member, other, post] = [await buildMember(own), await buildMember(own), await buildPost(own)];
  const write = (as: BuiltMember, comment_content: string) =>
    own.rawCall('add_comment', { post_id_to_comment_on: post.id, comment_content }, as);
  const long = 'é'.repeat(1_000);
  const statuses = [await write(member, long), await write(member, long), await write(member, long)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 200, 429]);
  expect(await write(member, long)).toMatchObject({ body: { code: 'too_much_text' } });
  expect((await write(other, long)).status).toBe(200);
  expect((await own.rawCall('toggle_like', { post_id_to_toggle: post.id }, member)).status).toBe(200);
});
