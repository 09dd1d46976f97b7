import { randomUUID } from 'node:crypto';
import { hours, nextAt } from '@lapau/contract/day';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openDuePosts } from './rules-availability.ts';

const server = await startTestServer();
const seller = await buildSeller(server);
const reader = await buildSeller(server);

const dish = async (as: BuiltSeller = seller) => (await buildPost(server, { user_id: as.id })).id;
const setOpen = (ids: string[], isOpen: boolean, more: { today_only?: boolean; age_ms?: number } = {}, as = seller) =>
  server.call('set_posts_open', { post_ids: ids, is_open: isOpen, ...more }, as);
const undo = (id: string | null, as = seller, age_ms = 0) =>
  server.call('undo_posts_open', { undo_id: id ?? '', age_ms }, as);
const isOpen = async (id: string) => (await server.call('get_post_details', { p_post_id: id }, reader)).isOpen;
const onFoods = async (id: string) =>
  (await server.call('get_feed', { include_admin_posts: false, only_open: true, limit: 50 }, reader)).some(
    (post) => post.id === id,
  );
/** Moves the moment at which a dish opens again, as if so many hours had passed. */
const letPass = (id: string, hoursPassed: number) =>
  server.db
    .updateTable('posts')
    .set({ reopens_at: sql`reopens_at - ${hoursPassed} * interval '1 hour'` })
    .where('id', '=', id)
    .execute();

describe('sold out (D67)', () => {
  test('one call marks several dishes, for every reader, until it is turned back', async () => {
    const ids = [await dish(), await dish(), await dish()];
    const { posts, undo_id } = await setOpen(ids, false);
    expect(posts).toEqual(ids.toSorted().map((id) => ({ id, is_open: false, reopens_at: null })));
    expect(undo_id).not.toBeNull();
    for (const id of ids) expect([await isOpen(id), await onFoods(id)]).toEqual([false, false]);
    await setOpen(ids, true);
    for (const id of ids) expect([await isOpen(id), await onFoods(id)]).toEqual([true, true]);
  });

  test('for today only: open again at the next 04.00, for readers at once and in the row by the job', async () => {
    const id = await dish();
    const { posts } = await setOpen([id], false, { today_only: true });
    expect(posts).toEqual([{ id, is_open: false, reopens_at: nextAt(hours.newDay, new Date()).toISOString() }]);
    expect(await isOpen(id)).toBe(false);
    await letPass(id, 24);
    expect([await isOpen(id), await onFoods(id)]).toEqual([true, true]);
    const menu = await server.call('get_my_menu', {}, seller);
    expect(menu.find((post) => post.id === id)).toMatchObject({ is_open: true, reopens_at: null });

    await server.platform.transaction(openDuePosts);
    const row = server.db.selectFrom('posts').where('id', '=', id).select(['is_open', 'reopens_at']);
    expect(await row.executeTakeFirst()).toEqual({ is_open: true, reopens_at: null });
  });

  test('the job leaves dishes alone whose time has not come, and those sold out for good', async () => {
    const [later, forGood] = [await dish(), await dish()];
    await setOpen([later], false, { today_only: true });
    await setOpen([forGood], false);
    await server.platform.transaction(openDuePosts);
    expect([await isOpen(later), await isOpen(forGood)]).toEqual([false, false]);
  });

  test('a choice made earlier that arrives later changes nothing', async () => {
    const id = await dish();
    await server.db
      .updateTable('posts')
      .set({ open_set_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await setOpen([id], false, { age_ms: 1_000 });
    const late = await setOpen([id], true, { age_ms: 60_000 });
    expect(late).toEqual({ posts: [{ id, is_open: false, reopens_at: null }], undo_id: null });
    expect(await isOpen(id)).toBe(false);
  });

  test('the same choice sent twice is one change', async () => {
    const [id, other] = [await dish(), await dish()];
    await setOpen([other], false);
    const { undo_id } = await setOpen([id, other], false);
    const repeats = await Promise.all([1, 2, 3].map(() => setOpen([id, other], false, { age_ms: 1_000 })));
    expect(repeats.map((repeat) => repeat.undo_id)).toEqual([undo_id, undo_id, undo_id]);
    await undo(undo_id);
    expect([await isOpen(id), await isOpen(other)]).toEqual([true, false]);
    expect((await setOpen([other], true)).undo_id).not.toBe(undo_id);
  });

  test('a deleted dish is left out, somebody else’s refuses the whole call', async () => {
    const [own, foreign] = [await dish(), await dish(reader)];
    expect((await setOpen([own, randomUUID()], false)).posts).toHaveLength(1);
    await expect(setOpen([own, foreign], true)).rejects.toMatchObject({ status: 403, code: 'post_edit_forbidden' });
    expect([await isOpen(own), await isOpen(foreign)]).toEqual([false, true]);
  });

  test('opposite choices at once leave one of them, without a deadlock', async () => {
    const ids = [await dish(), await dish(), await dish()];
    await Promise.all([0, 1, 2, 3, 4, 5].map((turn) => setOpen(turn % 2 ? ids : ids.toReversed(), turn % 2 === 0)));
    const states = await Promise.all(ids.map(isOpen));
    expect(new Set(states).size).toBe(1);
  });
});

describe('undo within 10 seconds', () => {
  test('brings back what each dish was before, once or twice', async () => {
    const [open, soldOut, forToday] = [await dish(), await dish(), await dish()];
    await setOpen([soldOut], false);
    await setOpen([forToday], false, { today_only: true });
    const before = (await server.call('get_my_menu', {}, seller)).slice(0, 3);
    const { undo_id } = await setOpen([open, soldOut, forToday], false);
    await undo(undo_id);
    const { posts } = await undo(undo_id);
    expect((await server.call('get_my_menu', {}, seller)).slice(0, 3)).toEqual(before);
    expect(posts.find(({ id }) => id === open)).toMatchObject({ is_open: true });
  });

  test('leaves a dish alone that was changed again since', async () => {
    const [first, second] = [await dish(), await dish()];
    const { undo_id } = await setOpen([first, second], false);
    await setOpen([first], false, { today_only: true });
    await undo(undo_id);
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
  });

  test('is refused later by the database’s clock; two seconds are for the way of the tap', async () => {
    const id = await dish();
    const { undo_id } = await setOpen([id], false);
    const madeAgo = (seconds: number) =>
      server.db
        .updateTable('availability_changes')
        .set({ created_at: sql`now() - ${seconds} * interval '1 second'` })
        .where('id', '=', undo_id)
        .execute();
    await madeAgo(13);
    await expect(undo(undo_id, seller, 60_000)).rejects.toMatchObject({ status: 409, code: 'undo_expired' });
    await madeAgo(11);
    await expect(undo(undo_id)).rejects.toMatchObject({ code: 'undo_expired' });
    await undo(undo_id, seller, 5_000);
    expect(await isOpen(id)).toBe(true);
  });

  test('is the cook’s own', async () => {
    const { undo_id } = await setOpen([await dish()], false);
    await expect(undo(undo_id, reader)).rejects.toMatchObject({ code: 'undo_expired' });
  });
});
