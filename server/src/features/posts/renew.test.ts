import { renewableAt } from '@lapau/contract/day';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;
const seller = await buildSeller(server);
const reader = await buildMember(server);

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const dish = (hours: number, more = {}) => buildPost(server, { user_id: seller.id, created_at: ago(hours), ...more });
const renew = (post: { id: string }, seen: Date | string, as: Parameters<typeof call>[2] = seller) =>
  call('renew_post', { post_id: post.id, created_at: typeof seen === 'string' ? seen : seen.toISOString() }, as);
const row = (id: string) => db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('posting again (D69)', () => {
  test('moves a dish to the top with its likes, comments and saves, and keeps when it was first posted', async () => {
    const post = await dish(30);
    await dish(2);
    await call('toggle_like', { post_id_to_toggle: post.id }, reader);
    await call('toggle_save_post', { post_id_to_toggle: post.id }, reader);
    await buildComment(server, { post_id: post.id });
    const { created_at } = await renew(post, post.created_at);
    const [top] = await call('get_feed', {}, reader);
    expect(top).toMatchObject({
      id: post.id,
      createdAt: expect.any(String),
      likes: 1,
      comments: 1,
      isLikedByUser: true,
      isSavedByUser: true,
    });
    expect(Date.parse(top!.createdAt)).toBe(Date.parse(created_at));
    expect((await call('get_my_menu', {}, seller))[0]!.id).toBe(post.id);
    const renewed = await row(post.id);
    expect(renewed).toMatchObject({ first_posted_at: post.created_at, version: post.version });
    expect(renewed.created_at.toISOString()).toBe(created_at);

    const later = ago(21);
    await db.updateTable('posts').set({ created_at: later }).where('id', '=', post.id).execute();
    await renew(post, later);
    expect((await row(post.id)).first_posted_at).toEqual(post.created_at);
  });

  test('is possible once in 20 hours, and says when', async () => {
    const post = await dish(19.9);
    const seen = post.created_at.toISOString();
    const { status, body } = await server.rawCall('renew_post', { post_id: post.id, created_at: seen }, seller);
    expect([status, body]).toMatchObject([
      409,
      { code: 'renewed_recently', current: { renewable_at: renewableAt(seen).toISOString() } },
    ]);
    expect(await row(post.id)).toMatchObject({ created_at: post.created_at, first_posted_at: null });
    await renew(await dish(20.1), ago(20.1));
  });

  test('a retry, or a phone that did not hear of the renewal, gets the same answer', async () => {
    const post = await dish(30);
    const answers = await inParallel(20, () => renew(post, post.created_at));
    expect(new Set(answers.map(({ created_at }) => created_at)).size).toBe(1);
    const [first] = answers;
    expect(await renew(post, post.created_at)).toEqual(first);
    await expect(renew(post, first!.created_at)).rejects.toMatchObject({ code: 'renewed_recently' });
  });

  test('what cannot be ordered now is not renewed', async () => {
    const closed = await buildSeller(server, { warung: { is_open: false } });
    const refused = { status: 409, code: 'post_not_renewable' };
    const soldOut = await dish(30, { is_open: false });
    await expect(renew(soldOut, soldOut.created_at)).rejects.toMatchObject(refused);
    const shut = await buildPost(server, { user_id: closed.id, created_at: ago(30) });
    await expect(renew(shut, shut.created_at, closed)).rejects.toMatchObject(refused);
    const hidden = await dish(30);
    await db.updateTable('posts').set({ visible: false }).where('id', '=', hidden.id).execute();
    await expect(renew(hidden, hidden.created_at)).rejects.toMatchObject(refused);
    for (const { id } of [soldOut, shut, hidden]) expect((await row(id)).first_posted_at).toBeNull();
  });

  test('confirms an open stall, as posting does (D68); an admin post has none', async () => {
    const cook = await buildSeller(server);
    const post = await buildPost(server, { user_id: cook.id, created_at: ago(30) });
    await renew(post, post.created_at, cook);
    expect((await call('get_my_warung', {}, cook))!.confirmed_at).not.toBeNull();
    const admin = await buildAdmin(server);
    const notice = await buildPost(server, { user_id: admin.id, is_admin_post: true, created_at: ago(30) });
    expect(Date.parse((await renew(notice, notice.created_at, admin)).created_at)).toBeGreaterThan(ago(1).getTime());
  });

  test('a reader between two pages misses no other dish and meets none twice', async () => {
    const cook = await buildSeller(server);
    const posts = await Promise.all(
      [30, 31, 32, 33, 34, 35].map((hours) => buildPost(server, { user_id: cook.id, created_at: ago(hours) })),
    );
    const page = async (before?: { created_at: string; id: string }) =>
      (await call('get_warung_menu', { warung_id: cook.id, limit: 2, before }, reader)).map(({ id, createdAt }) => ({
        id,
        created_at: createdAt,
      }));
    const first = await page();
    await renew(posts[1]!, posts[1]!.created_at, cook);
    await renew(posts[4]!, posts[4]!.created_at, cook);
    const second = await page(first.at(-1));
    const third = await page(second.at(-1));
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(
      [0, 1, 2, 3, 5].map((index) => posts[index]!.id),
    );
  });
});
