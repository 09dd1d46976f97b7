import { isDeepStrictEqual } from 'node:util';
import type { Signal } from '@lapau/contract/signals';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { letCountsAge } from '../../testing/limit-counts.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ limits: { renewalsByCookAndHour: 3 } });
const { call, db } = server;

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const row = (id: string) => db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
type Dish = { id: string; created_at: Date | string };
const asSeen = ({ id, created_at }: Dish) => ({ id, created_at: new Date(created_at).toISOString() });
const cook = (dishes: Dish[], as: BuiltMember, more: { age_ms?: number } = {}) =>
  call('cook_again', { dishes: dishes.map(asSeen), ...more }, as);

/** A cook with dishes that were posted so many hours ago, sold out. */
async function kitchen(hours: number[], given: { is_open?: boolean; warung?: { is_open: boolean } } = {}) {
  const seller = await buildSeller(server, { warung: given.warung ?? { is_open: true } });
  const dishes = [];
  for (const each of hours) {
    const open = { is_open: given.is_open ?? false, open_set_at: ago(5) };
    dishes.push(await buildPost(server, { user_id: seller.id, created_at: ago(each), ...open }));
  }
  return { seller, dishes };
}
const renewals = ({ posts }: { posts: { id: string; renewal: unknown }[] }, dishes: Dish[]) =>
  dishes.map(({ id }) => posts.find((post) => post.id === id)?.renewal);

describe('cooking again (D105)', () => {
  test('opens the stall and the dishes, and posts those again that may be', async () => {
    const { seller, dishes } = await kitchen([30, 5], { warung: { is_open: false } });
    const today = await buildPost(server, { user_id: seller.id, created_at: ago(28) });
    await call('set_posts_open', { post_ids: [today.id], is_open: false, today_only: true }, seller);
    const answer = await cook([...dishes, today], seller);
    expect(renewals(answer, [...dishes, today])).toEqual(['renewed', 'too_early', 'renewed']);
    expect(answer).toMatchObject({ warung: { is_open: true, confirmed_at: expect.any(String) }, renewals_left: 1 });
    for (const { id } of [...dishes, today]) expect(await row(id)).toMatchObject({ is_open: true, reopens_at: null });
    expect((await row(dishes[1]!.id)).created_at).toEqual(dishes[1]!.created_at);
    const top = (await call('get_feed', {}, seller)).slice(0, 2).map(({ id }) => id);
    expect(new Set(top)).toEqual(new Set([dishes[0]!.id, today.id]));
  });

  test('an hour takes so many, in their order; the others are only opened, and the answer says what is left', async () => {
    const { seller, dishes } = await kitchen([30, 31, 32, 33]);
    await call(
      'renew_post',
      {
        post_id: (await buildPost(server, { user_id: seller.id, created_at: ago(40) })).id,
        created_at: ago(40).toISOString(),
      },
      seller,
    );
    const answer = await cook(dishes, seller);
    expect(renewals(answer, dishes)).toEqual(['renewed', 'renewed', 'too_many', 'too_many']);
    expect(answer.renewals_left).toBe(0);
    const waitMs = Date.parse(answer.more_renewals_at ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(3_500_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
    for (const { id } of dishes) expect((await row(id)).is_open).toBe(true);
    await letCountsAge(db, 3_600);
    expect(renewals(await cook(dishes.slice(2), seller), dishes.slice(2))).toEqual(['renewed', 'renewed']);
  });

  test('a repetition, and a second phone at the same time, get the same answer and count once', async () => {
    const { seller, dishes } = await kitchen([30, 31]);
    const answers = await inParallel(6, () => cook(dishes, seller));
    for (const answer of answers) {
      expect(renewals(answer, dishes)).toEqual(['renewed', 'renewed']);
      expect(answer).toMatchObject({ renewals_left: 1, posts: [{ is_open: true }, { is_open: true }] });
      expect(answer.undo_id).not.toBeNull();
    }
    expect(await call('get_my_menu', {}, seller)).toHaveLength(2);
  });

  test('somebody else’s dish is refused with all others; deleted and removed ones are left out', async () => {
    const [{ seller, dishes }, other] = [await kitchen([30, 31, 32]), await kitchen([30])];
    await expect(cook([...dishes, ...other.dishes], seller)).rejects.toMatchObject({ code: 'post_edit_forbidden' });
    expect((await row(dishes[0]!.id)).is_open).toBe(false);
    await call('delete_post', { post_id: dishes[0]!.id }, seller);
    await db.updateTable('posts').set({ is_removed: true }).where('id', '=', dishes[1]!.id).execute();
    const { posts } = await cook(dishes, seller);
    expect(posts.map(({ id }) => id)).toEqual([dishes[2]!.id]);
    const admin = await buildAdmin(server);
    await expect(cook(dishes, admin)).rejects.toMatchObject({ code: 'warung_not_found' });
  });

  test('a newer choice of another phone stays, for a dish and for the stall', async () => {
    const { seller, dishes } = await kitchen([30, 31]);
    await call('set_posts_open', { post_ids: [dishes[0]!.id], is_open: true }, seller);
    await call('set_posts_open', { post_ids: [dishes[0]!.id], is_open: false }, seller);
    const answer = await cook(dishes, seller, { age_ms: 60_000 });
    expect(renewals(answer, dishes)).toEqual(['not_now', 'renewed']);
    expect((await row(dishes[0]!.id)).is_open).toBe(false);
    await call('set_warung_open', { is_open: false }, seller);
    const late = await kitchen([30]);
    await call('set_warung_open', { is_open: false }, late.seller);
    const closed = await cook(late.dishes, late.seller, { age_ms: 60_000 });
    expect(closed).toMatchObject({ warung: { is_open: false }, posts: [{ is_open: true, renewal: 'not_now' }] });
  });

  test('an undo takes back the posting too, which does not count then', async () => {
    const { seller, dishes } = await kitchen([30, 5]);
    const { undo_id } = await cook(dishes, seller);
    expect((await row(dishes[0]!.id)).created_at).not.toEqual(dishes[0]!.created_at);
    await call('undo_posts_open', { undo_id: undo_id! }, seller);
    for (const { id, created_at } of dishes) expect(await row(id)).toMatchObject({ created_at, is_open: false });
    await call('undo_posts_open', { undo_id: undo_id! }, seller);
    expect(await cook(dishes, seller)).toMatchObject({ renewals_left: 2 });
  });

  test('lists of posts are told once, whatever the number of dishes', async () => {
    const { seller, dishes } = await kitchen([30, 31, 5]);
    await cook(dishes, seller);
    const topics = ['feed', `warung:${seller.id}`];
    const read = async () =>
      (await call('get_signals', { topics, age_ms: 5_000 }, seller)).messages.map(({ signal }) => signal as Signal);
    const ofStall = { type: 'warung_changed', warung_id: seller.id };
    await expect.poll(read).toContainEqual(ofStall);
    const signals = await read();
    expect(signals.filter((signal) => isDeepStrictEqual(signal, ofStall))).toHaveLength(1);
    expect(signals).toContainEqual({ type: 'feed_changed' });
    for (const { id } of dishes) expect(signals).not.toContainEqual({ type: 'feed_changed', post_id: id });
  });

  test('no dish, and more than a call takes, are refused', async () => {
    const { seller } = await kitchen([]);
    await expect(cook([], seller)).rejects.toMatchObject({ code: 'invalid_input' });
    const many = Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), created_at: ago(30) }));
    await expect(cook(many, seller)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await cook(many.slice(1), seller)).toMatchObject({ posts: [], undo_id: null });
  });
});
