import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { tellWaitingDishes } from '../../testing/queued-dishes.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { openDuePosts } from '../posts/rules-availability.ts';

const server = await startTestServer();
const { call, db, platform } = server;
const admin = await buildAdmin(server);

const save = (post: { id: string }, as: BuiltMember, more: { alert?: boolean } = {}) =>
  call('toggle_save_post', { post_id_to_toggle: post.id, saved: true, ...more }, as);
const wait = (post: { id: string }, as: BuiltMember) => save(post, as, { alert: true });
const listed = (as: BuiltMember) => call('get_notifications', {}, as);
const textsOf = async (as: BuiltMember) => (await listed(as)).map(({ content }) => content);

/** A stall that is open with a dish that is sold out, and somebody who waits for it. */
async function scene() {
  const cook = await buildSeller(server, { warung: { name: 'Kadai Uni Eli', is_open: true } });
  const dish = (food_name: string, more = {}) =>
    buildPost(server, { user_id: cook.id, food_name, is_open: false, ...more });
  const rendang = await dish('Rendang');
  const buyer = await buildMember(server);
  await wait(rendang, buyer);
  const setOpen = (posts: { id: string }[], is_open: boolean, more = {}) =>
    call('set_posts_open', { post_ids: posts.map(({ id }) => id), is_open, age_ms: 0, ...more }, cook);
  return { cook, dish, rendang, buyer, setOpen };
}
/** Makes it the next day for whoever was told. */
const passADay = async () => {
  await sql`update saved_posts set alerted_at = alerted_at - interval '1 day'`.execute(db);
  await sql`update notification_events set created_at = created_at - interval '1 day'`.execute(db);
};

test('the wanted state holds, is listed, is told to one’s other pages, and goes with the save', async () => {
  const { rendang, buyer, cook } = await scene();
  const other = await openPage(server.url, { cookie: buyer.cookie });
  expect(await wait(rendang, buyer)).toEqual({ is_saved: true, has_alert: true });
  expect(await save(rendang, buyer)).toEqual({ is_saved: true, has_alert: true });
  expect(await call('get_saved_posts', {}, buyer)).toMatchObject([{ id: rendang.id, hasAlert: true }]);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await save(rendang, buyer, { alert: false })).toEqual({ is_saved: true, has_alert: false });
  expect(await other.signals()).toEqual([
    [`user:${buyer.id}`, { type: 'save_changed', post_id: rendang.id, is_saved: true }],
  ]);
  await wait(rendang, buyer);
  const removed = await call('toggle_save_post', { post_id_to_toggle: rendang.id, saved: false }, buyer);
  expect(removed).toEqual({ is_saved: false, has_alert: false });
  expect(await save(rendang, buyer)).toEqual({ is_saved: true, has_alert: false });
  const refused = { post_id_to_toggle: rendang.id, saved: false, alert: true };
  expect((await server.rawCall('toggle_save_post', refused, buyer)).body).toMatchObject({ code: 'invalid_input' });
  // Nobody waits for a dish of their own, nor for a post without a stall.
  expect(await wait(rendang, cook)).toEqual({ is_saved: true, has_alert: false });
  const announced = await buildPost(server, { user_id: admin.id, is_admin_post: true });
  expect(await wait(announced, buyer)).toEqual({ is_saved: true, has_alert: false });
});

test('who waits is told once the cook has marked the dish as there again, and nobody else', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  const [savedOnly, stranger] = [await buildMember(server), await buildMember(server)];
  await save(rendang, savedOnly);
  const page = await openPage(server.url, { cookie: buyer.cookie });
  await setOpen([rendang], true);
  expect(await tellWaitingDishes(server)).toBe(1);
  expect(await listed(buyer)).toMatchObject([
    { type: 'dish_back', content: 'Rendang di Kadai Uni Eli dimasak lagi.', post_id: rendang.id, is_read: false },
  ]);
  expect(await page.signals()).toEqual([[`user:${buyer.id}`, { type: 'notifications_changed', unread: 1 }]]);
  for (const person of [savedOnly, stranger, cook]) expect(await listed(person)).toEqual([]);
});

test('a form and an admin tell it too; a dish that was not sold out tells nothing', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  const form = await call('get_my_post', { post_id: rendang.id }, cook);
  const { food_name, price, description, images, version } = form;
  const edit = { food_name, price, description, images };
  await call('update_post', { post_id: rendang.id, ...edit, version, is_open: true }, cook);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toHaveLength(1);
  await call('mark_notifications_read', {}, buyer);
  await passADay();
  // It is there already.
  await setOpen([rendang], true);
  expect(await tellWaitingDishes(server)).toBe(0);
  const byAdmin = async (is_open: boolean) => {
    const [dish] = await call('get_warung_menu_by_admin', { warung_id: cook.id }, admin);
    const fields = { food_name, price, description };
    await call('update_post_by_admin', { post_id: rendang.id, version: dish!.version, ...fields, is_open }, admin);
  };
  await byAdmin(false);
  await byAdmin(true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toHaveLength(2);
});

describe('cooking again', () => {
  /** Also a dish that the night has opened after it was sold out, and one that was there all along. */
  async function kitchen() {
    const { cook, dish, rendang, buyer } = await scene();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const soto = await dish('Soto', { is_open: true, open_set_at: hoursAgo(40) });
    const satay = await dish('Sate', { is_open: true, open_set_at: hoursAgo(48) });
    const posted = { created_at: hoursAgo(48) };
    await db.updateTable('posts').set(posted).where('user_id', '=', cook.id).execute();
    for (const post of [soto, satay]) await wait(post, buyer);
    const again = [rendang, soto, satay].map(({ id }) => ({ id, created_at: posted.created_at.toISOString() }));
    return { cook, buyer, cookAgain: () => call('cook_again', { dishes: again, age_ms: 0 }, cook) };
  }

  test('tells of what was sold out, also if the night has opened it, and not of what was there all along', async () => {
    const { buyer, cookAgain } = await kitchen();
    await cookAgain();
    await tellWaitingDishes(server);
    const [text] = await textsOf(buyer);
    expect(text).toMatch(/^(Rendang|Soto) dan 1 masakan lain di Kadai Uni Eli dimasak lagi\.$/);
  });

  test('tells nobody when it is undone', async () => {
    const { cook, buyer, cookAgain } = await kitchen();
    const { undo_id } = await cookAgain();
    await call('undo_posts_open', { undo_id: undo_id! }, cook);
    await tellWaitingDishes(server);
    expect(await listed(buyer)).toEqual([]);
  });
});

test('is told once a day and dish, however often the switch turns', async () => {
  const { rendang, buyer, setOpen } = await scene();
  const flipFlop = async () => {
    for (const isOpen of [true, false, true]) {
      await setOpen([rendang], isOpen);
      await tellWaitingDishes(server);
    }
  };
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  await call('mark_notifications_read', {}, buyer);
  await setOpen([rendang], false);
  await flipFlop();
  expect(await listed(buyer)).toHaveLength(1);
  // Saving it anew makes no difference.
  await call('toggle_save_post', { post_id_to_toggle: rendang.id, saved: false }, buyer);
  await wait(rendang, buyer);
  await setOpen([rendang], false);
  await flipFlop();
  expect(await listed(buyer)).toHaveLength(1);
  await passADay();
  await setOpen([rendang], false);
  await flipFlop();
  // The second one was unread when the dish was sold out again.
  expect(await listed(buyer)).toHaveLength(1);
  await passADay();
  await setOpen([rendang], false);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toHaveLength(2);
});

test('what the cook takes back within ten seconds is not told, nor taken back from whoever was told', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  const undo = async (isOpen: boolean) => {
    const { undo_id } = await setOpen([rendang], isOpen);
    await call('undo_posts_open', { undo_id: undo_id!, age_ms: 0 }, cook);
    await tellWaitingDishes(server);
  };
  await undo(true);
  expect(await listed(buyer)).toEqual([]);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  await undo(false);
  expect(await listed(buyer)).toHaveLength(1);
});

test('a dish that is sold out again takes back what is unread of it, and leaves what was read', async () => {
  const { cook, dish, rendang, buyer, setOpen } = await scene();
  const reader = await buildMember(server);
  const gulai = await dish('Gulai');
  for (const [post, person] of [
    [gulai, buyer],
    [rendang, reader],
  ] as const)
    await wait(post, person);
  await setOpen([rendang, gulai], true);
  await tellWaitingDishes(server);
  await call('mark_notifications_read', {}, reader);
  expect(await textsOf(buyer)).toEqual(['Gulai dan 1 masakan lain di Kadai Uni Eli dimasak lagi.']);
  await setOpen([gulai], false, { today_only: true });
  await tellWaitingDishes(server);
  expect(await textsOf(buyer)).toEqual(['Rendang di Kadai Uni Eli dimasak lagi.']);
  await setOpen([rendang], false);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toEqual([]);
  expect((await call('get_session', {}, buyer))?.unread.notifications).toBe(0);
  expect(await listed(reader)).toHaveLength(1);
  // With nothing to take back no job is queued.
  await setOpen([await dish('Sate', { is_open: true })], false);
  expect(await tellWaitingDishes(server)).toBe(0);
  expect(cook.id).not.toBe(buyer.id);
});

test('dishes of a stall are one row while it is unread, which leads to the latest; those of another stall are another', async () => {
  const { dish, rendang, buyer, setOpen } = await scene();
  const [gulai, sate] = [await dish('Gulai'), await dish('Sate')];
  await wait(gulai, buyer);
  await wait(sate, await buildMember(server));
  const other = await scene();
  await wait(other.rendang, buyer);
  await other.setOpen([other.rendang], true);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  await setOpen([sate, gulai], true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toMatchObject([
    { content: 'Gulai dan 1 masakan lain di Kadai Uni Eli dimasak lagi.', post_id: gulai.id },
    { content: 'Rendang di Kadai Uni Eli dimasak lagi.', post_id: other.rendang.id },
  ]);
  await call('mark_notifications_read', {}, buyer);
  await passADay();
  await setOpen([rendang], false);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  expect((await listed(buyer))[0]).toMatchObject({ content: 'Rendang di Kadai Uni Eli dimasak lagi.', is_read: false });
});

test('the end of a day tells nothing by itself; posting the dish again does', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  const dayAgo = new Date(Date.now() - 30 * 3_600_000);
  const at = { open_set_at: dayAgo, created_at: dayAgo };
  await db
    .updateTable('posts')
    .set({ ...at, is_open: true })
    .where('id', '=', rendang.id)
    .execute();
  const renew = async () => {
    const { created_at } = await db
      .selectFrom('posts')
      .select('created_at')
      .where('id', '=', rendang.id)
      .executeTakeFirstOrThrow();
    await call('renew_post', { post_id: rendang.id, created_at: created_at.toISOString() }, cook);
    await tellWaitingDishes(server);
  };
  // It was not sold out since it was posted.
  await renew();
  expect(await listed(buyer)).toEqual([]);
  await db.updateTable('posts').set(at).where('id', '=', rendang.id).execute();
  await setOpen([rendang], false, { today_only: true });
  const fourOClock = new Date(Date.now() - 3_600_000);
  await db.updateTable('posts').set({ reopens_at: fourOClock }).where('id', '=', rendang.id).execute();
  await platform.transaction(openDuePosts);
  expect(await tellWaitingDishes(server)).toBe(0);
  expect(await listed(buyer)).toEqual([]);
  await renew();
  expect(await textsOf(buyer)).toEqual(['Rendang di Kadai Uni Eli dimasak lagi.']);
  // Who has heard of it since it came back does not hear of its renewal a day later.
  await call('mark_notifications_read', {}, buyer);
  await db.updateTable('posts').set({ created_at: dayAgo }).where('id', '=', rendang.id).execute();
  await sql`update posts set open_set_at = now() - interval '26 hours' where id = ${rendang.id}`.execute(db);
  await sql`update saved_posts set alerted_at = now() - interval '25 hours' where post_id = ${rendang.id}`.execute(db);
  await renew();
  expect(await listed(buyer)).toHaveLength(1);
});

test('a dish that comes back while its stall is closed is told when the stall opens', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  const setStall = (is_open: boolean) => call('set_warung_open', { is_open, age_ms: 0 }, cook);
  await setStall(false);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toEqual([]);
  await setStall(true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toHaveLength(1);
  await call('mark_notifications_read', {}, buyer);
  await passADay();
  // One that was sold out again before the stall opens is not told.
  await setStall(false);
  for (const isOpen of [false, true, false]) await setOpen([rendang], isOpen);
  await tellWaitingDishes(server);
  await setStall(true);
  expect(await tellWaitingDishes(server)).toBe(0);
  expect(await listed(buyer)).toHaveLength(1);
});

test('blocked and suspended people are not told, whoever of the two has blocked', async () => {
  const { cook, rendang, setOpen } = await scene();
  const [blocking, blocked, suspended] = [
    await buildMember(server),
    await buildMember(server),
    await buildMember(server),
  ];
  for (const person of [blocking, blocked, suspended]) await wait(rendang, person);
  await call('set_block', { person_id: cook.id, blocked: true }, blocking);
  await call('set_block', { person_id: blocked.id, blocked: true }, cook);
  await call('toggle_user_suspension', { user_id_to_toggle: suspended.id, suspended: true }, admin);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  const told = await db.selectFrom('notifications').select('user_id').where('type', '=', 'dish_back').execute();
  for (const { id } of [blocking, blocked, suspended]) expect(told).not.toContainEqual({ user_id: id });
});

test('a block after it takes the row of whoever has blocked', async () => {
  const { cook, rendang, buyer, setOpen } = await scene();
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  await call('set_block', { person_id: cook.id, blocked: true }, buyer);
  expect(await listed(buyer)).toEqual([]);
});

test('what is hidden or deleted tells nothing, and takes back what it told', async () => {
  const { cook, dish, rendang, buyer, setOpen } = await scene();
  const gulai = await dish('Gulai');
  await wait(gulai, buyer);
  const suspend = (suspended: boolean) => call('toggle_warung_suspension', { warung_id: cook.id, suspended }, admin);
  const unread = async () => (await call('get_session', {}, buyer))?.unread.notifications;
  await setOpen([rendang], true);
  await suspend(true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toEqual([]);
  await suspend(false);
  Object.assign(cook, await buildSession(server, cook.id));
  expect(await listed(buyer)).toEqual([]);

  await setOpen([rendang], false);
  await setOpen([rendang, gulai], true);
  await tellWaitingDishes(server);
  expect(await textsOf(buyer)).toHaveLength(1);
  const page = await openPage(server.url, { cookie: buyer.cookie });
  await suspend(true);
  expect([await listed(buyer), await unread()]).toEqual([[], 0]);
  expect(await page.signals()).toContainEqual([`user:${buyer.id}`, { type: 'notifications_changed', unread: 0 }]);
  await suspend(false);
  Object.assign(cook, await buildSession(server, cook.id));
  expect(await unread()).toBe(1);
  await call('delete_post', { post_id: gulai.id }, cook);
  expect(await textsOf(buyer)).toEqual(['Rendang di Kadai Uni Eli dimasak lagi.']);
  await call('delete_post', { post_id: rendang.id }, cook);
  expect([await listed(buyer), await unread()]).toEqual([[], 0]);
});

test('a dish is told also where a clock that was ahead has dated when it was told last (D110)', async () => {
  const { rendang, buyer, setOpen } = await scene();
  await sql`update saved_posts set alerted_at = now() + interval '400 days' where user_id = ${buyer.id}`.execute(db);
  await setOpen([rendang], true);
  await tellWaitingDishes(server);
  expect(await listed(buyer)).toHaveLength(1);
});
