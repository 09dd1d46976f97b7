import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { remindOfWaiting } from './features/desk/rules.ts';
import { openDuePosts } from './features/posts/rules-availability.ts';
import { askIfOpen, closeUnconfirmed } from './features/warungs/rules-nightly.ts';
import { createDevices } from './platform/session/devices.ts';
import { auth, register } from './testing/auth.ts';
import {
  buildAdmin,
  buildBanner,
  buildConversation,
  buildMember,
  buildPost,
  buildReport,
  buildSeller,
  buildWrongPasswords,
} from './testing/builders.ts';
import type { BuiltMember } from './testing/builders.ts';
import { startTestServer } from './testing/server.ts';

/*
 * These tests read rows that were stored while the database's clock was a year ahead, after it has been set right (D110): they date
 * the rows a year ahead.
 */

const server = await startTestServer({ emailVerification: false, limits: { unanswered: 2 } });
const { call, rawCall, db, platform } = server;

const dayMs = 86_400_000;
const inAYear = () => new Date(Date.now() + 365 * dayMs);
/** Adds a year to columns of a table's rows, as if a clock that is a year ahead had dated them. */
const dateAhead = (table: string, columns: string[], where = sql`true`) =>
  sql`update ${sql.table(table)} set ${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + interval '365 days'`),
  )} where ${where}`.execute(db);
const isLately = (time: Date | string | undefined) => Math.abs(Date.now() - Number(new Date(time ?? 0))) < 60_000;

test('wrong passwords of then ask nobody for a code', async () => {
  const { form } = await register(server);
  await buildWrongPasswords(server, form.email, 201);
  const signIn = () => auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
  expect((await signIn()).body).toMatchObject({ code: 'confirmation_needed' });
  await dateAhead('wrong_passwords', ['created_at']);
  expect((await signIn()).status).toBe(200);
});

test('conversations that somebody opened then are none of the last hour, and who has come then is no newcomer for a year', async () => {
  const open = async (count: number, as: BuiltMember) => {
    const answers: number[] = [];
    for (let opened = 0; opened < count; opened += 1)
      answers.push((await rawCall('open_conversation', { recipient_id: (await buildSeller(server)).id }, as)).status);
    return new Set(answers);
  };
  const newcomer = await buildMember(server);
  expect(await open(10, newcomer)).toEqual(new Set([200]));
  expect(await open(1, newcomer)).toEqual(new Set([429]));
  await dateAhead('conversations', ['created_at', 'active_at'], sql`created_by = ${newcomer.id}`);
  expect(await open(1, newcomer)).toEqual(new Set([200]));
  expect(await open(11, await buildMember(server, { created_at: inAYear() }))).toEqual(new Set([200]));
});

test('who wrote then without an answer writes again, once a minute, in a conversation that moves', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const send = () =>
    rawCall('send_message', { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Halo' }, buyer);
  for (const status of [200, 200, 429]) expect((await send()).status).toBe(status);
  await dateAhead('conversations', ['active_at'], sql`id = ${id}`);
  await dateAhead('messages', ['created_at'], sql`conversation_id = ${id}`);
  expect((await send()).status).toBe(200);
  const [shown] = await call('get_user_conversations', {}, buyer);
  expect([shown?.id, isLately(shown?.active_at)]).toEqual([id, true]);
  expect((await send()).status).toBe(429);
});

test('who commented then without an answer comments again', async () => {
  const [buyer, post] = [await buildMember(server), await buildPost(server)];
  const comment = () =>
    rawCall(
      'add_comment',
      { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' },
      buyer,
    );
  for (const status of [200, 200, 429]) expect((await comment()).status).toBe(status);
  await dateAhead('post_comments', ['created_at'], sql`post_id = ${post.id}`);
  expect((await comment()).status).toBe(200);
});

test('switches that were turned then are turned again', async () => {
  const cook = await buildSeller(server, { warung: { is_open: true, open_set_at: inAYear() } });
  const { id } = await buildPost(server, { user_id: cook.id, open_set_at: inAYear() });
  expect(await call('set_posts_open', { post_ids: [id], is_open: false }, cook)).toMatchObject({
    posts: [{ id, is_open: false }],
  });
  expect(await call('set_warung_open', { is_open: false }, cook)).toMatchObject({ is_open: false });
  expect(await call('set_warung_open', { is_open: true }, cook)).toMatchObject({ is_open: true });
});

test('a dish that was sold out then for the day is open again after the next 04.00, and can be turned off', async () => {
  const cook = await buildSeller(server);
  const [then, today] = [await buildPost(server, { user_id: cook.id }), await buildPost(server, { user_id: cook.id })];
  const soldOut = (ids: string[]) => call('set_posts_open', { post_ids: ids, is_open: false, today_only: true }, cook);
  await soldOut([then.id, today.id]);
  await dateAhead('posts', ['reopens_at', 'open_set_at'], sql`id = ${then.id}`);
  await platform.transaction(openDuePosts);
  const states = async () =>
    Object.fromEntries((await call('get_my_menu', {}, cook)).map(({ id, is_open }) => [id, is_open]));
  expect(await states()).toEqual({ [then.id]: true, [today.id]: false });
  await soldOut([then.id]);
  expect(await states()).toEqual({ [then.id]: false, [today.id]: false });
});

test('by a clock that is as far behind as one that is trusted, what is sold out for the day stays so', async () => {
  const cook = await buildSeller(server);
  const until = (days: number) =>
    buildPost(server, { user_id: cook.id, is_open: false, reopens_at: new Date(Date.now() + days * dayMs) });
  const [today, then] = [await until(2.99), await until(3.01)];
  await platform.transaction(openDuePosts);
  const states = (await call('get_my_menu', {}, cook)).map(({ id, is_open }) => [id, is_open]);
  expect(Object.fromEntries(states)).toEqual({ [today.id]: false, [then.id]: true });
});

test('a stall that was confirmed then is asked whether it is open, and closed', async () => {
  const cook = await buildSeller(server, {
    warung: { is_open: true, closes_nightly: true, confirmed_at: inAYear() },
  });
  await askIfOpen(db, platform.transaction, new Date());
  expect((await call('get_notifications', {}, cook)).map(({ type }) => type)).toEqual(['still_open']);
  await closeUnconfirmed(db, platform.transaction, new Date());
  expect(await call('get_my_warung', {}, cook)).toMatchObject({ is_open: false });
});

test('a dish that was posted then is posted again', async () => {
  const cook = await buildSeller(server, { warung: { is_open: true } });
  const { id, created_at } = await buildPost(server, { user_id: cook.id, created_at: inAYear() });
  const renewed = await call('renew_post', { post_id: id, created_at: created_at.toISOString() }, cook);
  expect(isLately(renewed.created_at)).toBe(true);
  const { first_posted_at } = await db
    .selectFrom('posts')
    .select('first_posted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(isLately(first_posted_at ?? undefined)).toBe(true);
});

test('notifications of then are marked as read and deleted with all others, and what joins them has the time of now', async () => {
  const [cook, buyer] = [await buildSeller(server), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const like = async () => call('toggle_like', { post_id_to_toggle: post.id }, await buildMember(server));
  await like();
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const send = () => call('send_message', { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Halo' }, buyer);
  await send();
  const read = () => call('get_notifications', {}, cook);
  await dateAhead('notifications', ['created_at'], sql`user_id = ${cook.id}`);
  await like();
  await send();
  expect((await read()).map(({ created_at }) => isLately(created_at))).toEqual([true, true]);
  await dateAhead('notifications', ['created_at'], sql`user_id = ${cook.id}`);
  expect(await call('mark_notifications_read', {}, cook)).toEqual({ unread: 0 });
  expect(await call('delete_my_notifications', {}, cook)).toEqual({ deleted: 2 });
});

test('what a blocker does after a block of then stays hidden from the blocked', async () => {
  const [cook, buyer, other] = [await buildSeller(server), await buildMember(server), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const like = (as: BuiltMember) => call('toggle_like', { post_id_to_toggle: post.id }, as);
  await like(other);
  await call('set_block', { person_id: cook.id, blocked: true }, buyer);
  await dateAhead('blocks', ['created_at'], sql`blocker_id = ${buyer.id}`);
  await like(buyer);
  await like(await buildMember(server));
  const [liked] = await call('get_notifications', {}, cook);
  expect(liked?.other_senders).toBe(1);
});

test('the admins are reminded of what waits, though they were up to a moment of then, and once', async () => {
  const admin = await buildAdmin(server);
  await buildReport(server, { created_at: new Date(Date.now() - 2 * dayMs) });
  await db.updateTable('waiting_reminder').set({ reminded_until: inAYear() }).execute();
  const remind = async () => {
    await call('delete_my_notifications', {}, admin);
    await platform.transaction((tx) => remindOfWaiting(tx, new Date()));
    return (await call('get_notifications', {}, admin)).map(({ type }) => type);
  };
  expect(await remind()).toEqual(['items_waiting']);
  expect(await remind()).toEqual([]);
});

test('a session that was used then has the time of its last use again', async () => {
  const member = await buildMember(server);
  await dateAhead('sessions', ['last_seen_at'], sql`user_id = ${member.id}`);
  const lastSeen = async () =>
    (await call('list_sessions', {}, member)).map(({ last_seen_at }) => isLately(last_seen_at));
  await expect.poll(lastSeen).toEqual([true]);
});

test('what was done then can be undone no more', async () => {
  const [admin, cook] = [await buildAdmin(server), await buildSeller(server)];
  const { id } = await buildPost(server, { user_id: cook.id });
  const { undo_id } = await call('set_posts_open', { post_ids: [id], is_open: false }, cook);
  const { decision } = await call('delete_user_by_admin', { user_id_to_delete: (await buildMember(server)).id }, admin);
  await dateAhead('availability_changes', ['created_at'], sql`user_id = ${cook.id}`);
  await dateAhead('decisions', ['created_at'], sql`id = ${decision.id}`);
  for (const undone of [
    await rawCall('undo_posts_open', { undo_id }, cook),
    await rawCall('undo_decision', { decision_id: decision.id }, admin),
  ])
    expect(undone).toMatchObject({ status: 409, body: { code: 'undo_expired' } });
});

test('a device that got its cookie then is not the last in turn', () => {
  const devices = createDevices({ publicUrl: 'https://lapau.example', secret: 'a secret' });
  vi.useFakeTimers({ toFake: ['Date'], now: inAYear() });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { cookie: devices.greet({}).cookie?.split(';', 1)[0] };
  expect(devices.read(headers)?.since).toBe(Date.now());
  vi.useRealTimers();
  expect(devices.read(headers)?.since).toBe(0);
});

test('a banner goes by the clock as it is, also when that was set since it was first shown', async () => {
  const { id } = await buildBanner(server, {
    image_url: 'promo_banners/iklan.webp',
    ends_at: new Date(Date.now() + 3_600_000),
  });
  const member = await buildMember(server);
  const shown = async () => (await call('get_active_banner', {}, member))?.id;
  expect(await shown()).toBe(id);
  // This update sends no signal, as setting a clock right sends none.
  await db
    .updateTable('promo_banners')
    .set({ ends_at: new Date(Date.now() - 1_000) })
    .execute();
  expect(await shown()).toBe(id);
  // The faked clock begins at zero, in a minute that may be cached.
  const elapsed = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(elapsed + 60_000);
  expect(await shown()).toBeUndefined();
});
