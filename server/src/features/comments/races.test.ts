import type { CallInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const people = await inParallel(8, (index) => (index % 2 ? buildSeller(server) : buildMember(server)));

const comment = (post: { id: string }, parent_comment_id: string | null = null, id = crypto.randomUUID()) => ({
  id,
  post_id_to_comment_on: post.id,
  comment_content: 'Lamak!',
  parent_comment_id,
});
const rowsOf = async (post: { id: string }) =>
  (await db.selectFrom('post_comments').select('id').where('post_id', '=', post.id).execute()).length;

test('20 at once with one id are one comment and one notification (D28, D59)', async () => {
  const post = await buildPost(server);
  const input = comment(post);
  const answers = await inParallel(20, () => call('add_comment', input, people[0]));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([input.id]));
  expect(await rowsOf(post)).toBe(1);
  const notified = await db.selectFrom('notifications').select('type').where('post_id', '=', post.id).execute();
  expect(notified).toEqual([{ type: 'new_comment' }]);
  expect(await call('add_comment', input, people[0])).toEqual(answers[0]);
  await expectExactCounts(db);
});

test('one id at once under two posts is one comment, and a conflict for the other (D59)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = crypto.randomUUID();
    const posts = [await buildPost(server), await buildPost(server)] as const;
    const answers = await inParallel(8, (index) =>
      rawCall('add_comment', comment(posts[index % 2]!, null, id), people[0]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await rowsOf(posts[0])) + (await rowsOf(posts[1]))).toBe(1);
  }
});

test('a comment whose retry comes while it is deleted does not come back (D59)', async () => {
  const post = await buildPost(server);
  for (let round = 0; round < 5; round += 1) {
    const input = comment(post);
    await call('add_comment', input, people[0]);
    await inParallel(8, (index) =>
      index === 3
        ? rawCall('delete_comment', { comment_id: input.id }, people[0])
        : rawCall('add_comment', input, people[0]),
    );
    expect(await rawCall('add_comment', input, people[0])).toMatchObject({
      status: 410,
      body: { code: 'already_deleted' },
    });
  }
  expect(await rowsOf(post)).toBe(0);
});

test('a reader who asks for what is newer than the last comment misses none of many at once', async () => {
  const post = await buildPost(server);
  const seen: string[] = [];
  let isWriting = true;
  const read = async () => {
    for (let after: CallInput<'get_comments_for_post'>['after'], last = false; !last;) {
      last = !isWriting;
      const page = await call('get_comments_for_post', { p_post_id: post.id, after }, admin);
      seen.push(...page.map(({ id }) => id));
      const newest = page.at(-1);
      if (newest) after = { created_at: newest.created_at, id: newest.id };
    }
  };
  const reading = read();
  const written = await inParallel(60, (index) => call('add_comment', comment(post), people[index % 8]));
  isWriting = false;
  await reading;
  expect(seen.toSorted()).toEqual(written.map(({ id }) => id).toSorted());
});

test('comments and replies while the post is deleted are there or not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    const post = await buildPost(server);
    const top = await buildComment(server, { post_id: post.id });
    const owner = await buildSession(server, post.user_id);
    const answers = await inParallel(16, (index) =>
      index === 9
        ? rawCall('delete_post', { post_id: post.id }, owner)
        : rawCall('add_comment', comment(post, index % 2 ? top.id : null), people[index % 8]),
    );
    for (const { status, body } of answers) expect([200, 404], JSON.stringify(body)).toContain(status);
    expect(await rowsOf(post)).toBe(0);
  }
});

test('replies while their thread is deleted go with it or are not found (D27)', async () => {
  const post = await buildPost(server);
  for (let round = 0; round < 5; round += 1) {
    const top = await buildComment(server, { post_id: post.id });
    const reply = await buildComment(server, { post_id: post.id, parent_id: top.id });
    const author = await buildSession(server, top.user_id);
    const answers = await inParallel(16, (index) =>
      index === 5
        ? rawCall('delete_comment', { comment_id: top.id }, author)
        : rawCall('add_comment', comment(post, index % 2 ? top.id : reply.id), people[index % 8]),
    );
    for (const { status, body } of answers) expect([200, 404], JSON.stringify(body)).toContain(status);
    expect(await rowsOf(post)).toBe(0);
    await expectExactCounts(db);
  }
});

test('comments, replies, deletions and suspensions at once leave exact counts (D11, D27)', async () => {
  const posts = await inParallel(3, () => buildPost(server));
  const tops = await inParallel(6, (index) =>
    buildComment(server, { post_id: posts[index % 3]!.id, user_id: people[index % 8]!.id }),
  );
  for (let round = 0; round < 2; round += 1) {
    const answers = await inParallel(36, (index) => {
      const person = people[index % 8]!;
      const top = tops[index % 6]!;
      if (index % 9 === 4) return rawCall('toggle_user_suspension', { user_id_to_toggle: person.id }, admin);
      if (index % 9 === 7) return rawCall('delete_comment', { comment_id: top.id }, admin);
      return rawCall('add_comment', comment({ id: top.post_id }, index % 2 ? top.id : null), person);
    });
    for (const { status, body } of answers) expect([200, 401, 403, 404], JSON.stringify(body)).toContain(status);
    await expectExactCounts(db);
  }
});

test('a thread of 1200 comments pages by 500 without a gap', async () => {
  const post = await buildPost(server);
  await sql`
    insert into post_comments (post_id, user_id, content, created_at)
    select ${post.id}, ${admin.id}, 'Komentar ' || n, '2026-03-01T00:00:00Z'::timestamptz + (n / 7) * interval '1 second'
    from generate_series(1, 1200) n`.execute(db);
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let after: CallInput<'get_comments_for_post'>['after']; sizes.at(-1) !== 0;) {
    const page = await call('get_comments_for_post', { p_post_id: post.id, after }, admin);
    sizes.push(page.length);
    seen.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (last) after = { created_at: last.created_at, id: last.id };
  }
  expect(sizes).toEqual([500, 500, 200, 0]);
  expect(new Set(seen).size).toBe(1200);
  expect((await call('get_post_details', { p_post_id: post.id }, admin)).comments).toBe(1200);
});
