import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildAdmin, buildConversation, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { tellWaitingDishes } from '../../testing/queued-dishes.ts';
import { sendPushes, takePushes } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network });
const { call } = server;

async function subscribe(person: BuiltMember, host?: string) {
  const browser = service.browser(server.platform.push.publicKey, host);
  await call('subscribe_push', browser.subscription, person);
  return browser;
}

const receivedBy = ({ name }: { name: string }) => service.received.filter(({ to }) => to === name);

/** Builds a buyer with a browser, and a cook with whom they talk. */
async function talk() {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const write = async (text: string) =>
    (await call('send_message', { p_conversation_id: id, p_content: text }, cook))[0]!;
  return { buyer, cook, id, write, browser: await subscribe(buyer) };
}

test('a message is pushed to each device of its recipient, with text, address, badge and a day to live', async () => {
  const { buyer, cook, id, write, browser } = await talk();
  const second = await subscribe(buyer);
  const senders = await subscribe(cook);
  await write('Ado randang, Da.');
  expect(await sendPushes(server, 23)).toHaveLength(2);
  const [push] = receivedBy(browser);
  expect(push).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
  expect(push?.ttl).toBeGreaterThan(86_000);
  expect(push?.payload).toEqual({
    tag: `conversation:${id}`,
    title: cook.warung.name,
    body: 'Ado randang, Da.',
    url: `/chat/${id}`,
    // The message is counted, and its notification is not.
    unread: 1,
  });
  expect(receivedBy(second)[0]?.payload).toEqual(push?.payload);
  expect(receivedBy(senders)).toEqual([]);
});

test('the newest message of a conversation speaks, once', async () => {
  const { write, browser } = await talk();
  await write('satu');
  await write('dua');
  await sendPushes(server);
  expect(receivedBy(browser).map(({ payload }) => payload.body)).toEqual(['dua']);
});

test('however many messages of a conversation come, one push to each device waits, with the newest and its time', async () => {
  const { buyer, write } = await talk();
  await subscribe(buyer);
  const jobs = async () => {
    const { rows } = await sql<{ id: string; message: string; expires_at: string }>`
      select id, data #>> '{about,message}' as message, data ->> 'expires_at' as expires_at
      from jobs.job where name = 'send_push' order by id`.execute(server.db);
    return rows;
  };
  await write('satu');
  const first = await jobs();
  for (let count = 0; count < 30; count += 1) await write('lagi');
  const newest = await write('terakhir');
  const last = await jobs();
  expect(last.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(last).toHaveLength(2);
  for (const [index, { message, expires_at }] of last.entries()) {
    expect(message).toBe(newest.id);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(first[index]!.expires_at));
  }
  await takePushes(server);
});

test('a message that was read, deleted, or came from somebody blocked meanwhile is not pushed', async () => {
  const { buyer, cook, id, write, browser } = await talk();
  const { sequence } = await write('dibaca');
  await call('mark_conversation_read', { conversation_id: id, sequence }, buyer);
  await sendPushes(server);
  await call('delete_message', { message_id: (await write('dihapus')).id }, cook);
  await sendPushes(server);
  await write('diblokir');
  await call('set_block', { person_id: cook.id, blocked: true }, buyer);
  await sendPushes(server);
  expect(receivedBy(browser)).toEqual([]);
});

test('after the deletion of the newest message the one before is pushed, whose push had waited', async () => {
  const { cook, write, browser } = await talk();
  await write('masih ada');
  const newest = await write('dihapus');
  await call('delete_message', { message_id: newest.id }, cook);
  await sendPushes(server);
  expect(receivedBy(browser).map(({ payload }) => payload.body)).toEqual(['masih ada']);
});

test('what was read elsewhere is closed where it shows, but not on devices of Apple, which tolerate no silent push', async () => {
  const { buyer, id, write, browser } = await talk();
  const iphone = await subscribe(buyer, 'web.push.apple.com');
  const { sequence } = await write('tampil');
  await sendPushes(server);
  await call('mark_conversation_read', { conversation_id: id, sequence }, buyer);
  expect(await sendPushes(server)).toHaveLength(2);
  expect(receivedBy(browser).map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ title: expect.anything() }),
    { tag: `conversation:${id}`, unread: 0 },
  ]);
  expect(receivedBy(iphone)).toHaveLength(1);
  // The notification shows no more, so that nothing is closed again.
  await call('mark_notifications_read', {}, buyer);
  expect(await takePushes(server)).toEqual([]);
});

test('the icon’s badge counts each unread message once, and each notification of anything else', async () => {
  const { buyer, write, browser } = await talk();
  const about = { post_id_to_comment_on: (await buildPost(server)).id };
  const comment = await call('add_comment', { ...about, comment_content: 'Masih ada?' }, buyer);
  const reply = { ...about, comment_content: 'Ado.', parent_comment_id: comment.id };
  await call('add_comment', reply, await buildMember(server));
  for (const content of ['satu', 'dua']) await write(content);
  await sendPushes(server);
  expect(receivedBy(browser).at(-1)?.payload).toMatchObject({ body: 'dua', unread: 3 });
  const unread = { messages: 2, notifications: 2, other_notifications: 1 };
  expect((await call('get_session', {}, buyer))?.unread).toEqual(unread);
  // The messages stay unread although their notification was read.
  await call('mark_notifications_read', {}, buyer);
  await write('tiga');
  await sendPushes(server);
  expect(receivedBy(browser).at(-1)?.payload).toMatchObject({ body: 'tiga', unread: 3 });
  const later = { messages: 3, notifications: 1, other_notifications: 0 };
  expect((await call('get_session', {}, buyer))?.unread).toEqual(later);
});

test('a comment is pushed to the cook of a post, a reply to who is replied to; likes never are', async () => {
  const cook = await buildSeller(server);
  const [one, other] = [await buildMember(server), await buildMember(server)];
  const [kitchen, phone] = [await subscribe(cook), await subscribe(one)];
  const post = await buildPost(server, { user_id: cook.id, food_name: 'Gulai Baung' });
  const about = { post_id_to_comment_on: post.id };
  const comment = await call('add_comment', { ...about, comment_content: 'Masih ada?' }, one);
  await call('toggle_like', { post_id_to_toggle: post.id }, one);
  expect(await sendPushes(server)).toHaveLength(1);
  expect(receivedBy(kitchen)[0]?.payload).toEqual({
    tag: `post:${post.id}`,
    title: 'Komentar baru',
    body: `${one.full_name} mengomentari postingan Anda: Gulai Baung.`,
    url: `/post/${post.id}`,
    unread: 2,
  });
  await call('add_comment', { ...about, comment_content: 'Ado.', parent_comment_id: comment.id }, other);
  await sendPushes(server);
  expect(receivedBy(phone)[0]?.payload.body).toBe(`${other.full_name} membalas komentar Anda di Gulai Baung.`);
  expect(receivedBy(phone)[0]?.ttl).toBeLessThanOrEqual(10_800);
});

test('several comments that are pushed at once are one push, and one that comes after it was closed is another', async () => {
  const cook = await buildSeller(server);
  const [browser, member] = [await subscribe(cook), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const comment = () => call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Lamak' }, member);
  for (let count = 0; count < 3; count += 1) await comment();
  expect(await sendPushes(server)).toHaveLength(1);
  expect(receivedBy(browser)).toHaveLength(1);
  await call('mark_notifications_read', {}, cook);
  await sendPushes(server);
  await comment();
  await sendPushes(server);
  expect(receivedBy(browser).map(({ payload }) => payload.title)).toEqual([
    'Komentar baru',
    undefined,
    'Komentar baru',
  ]);
});

test.each([
  [20, 1],
  [21, 0],
  [4, 0],
  [5, 1],
])('at %i o’clock a comment makes %i push', async (hour, pushes) => {
  const cook = await buildSeller(server);
  const browser = await subscribe(cook);
  const post = await buildPost(server, { user_id: cook.id });
  await call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Lamak' }, await buildMember(server));
  await sendPushes(server, hour);
  expect(receivedBy(browser)).toHaveLength(pushes);
});

test('decisions reach whom they concern, and what waits reaches admins, at their pages', async () => {
  const admin = await buildAdmin(server);
  const member = await buildMember(server);
  const [desk, phone] = [await subscribe(admin), await subscribe(member)];
  const post = await buildPost(server);
  await call('create_report', { reported_post_id: post.id, reason: 'Bukan makanan' }, member);
  await sendPushes(server);
  expect(receivedBy(desk)[0]?.payload).toMatchObject({
    tag: 'notifications',
    title: 'Menunggu admin',
    url: '/admin/reports',
  });
  const [report] = await call('get_pending_reports', {}, admin);
  await call('handle_report', { p_report_id: report!.id, p_action: 'dismiss' }, admin);
  await sendPushes(server);
  expect(receivedBy(phone)[0]?.payload).toMatchObject({ title: 'Keputusan admin', url: '/notifications' });
  // The report is decided and no longer waits.
  expect(receivedBy(desk)[1]?.payload).toMatchObject({ tag: 'notifications' });
  expect(receivedBy(desk)[1]?.payload.title).toBeUndefined();
});

test('dishes that are cooked again are one push a stall, not at night, which leads to the latest and is closed with it', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server, { warung: { is_open: true } })];
  const browser = await subscribe(buyer);
  const dishes: { id: string }[] = [];
  for (const food_name of ['Randang', 'Gulai', 'Sate']) {
    const dish = await buildPost(server, { user_id: cook.id, food_name, is_open: false });
    await call('toggle_save_post', { post_id_to_toggle: dish.id, saved: true, alert: true }, buyer);
    dishes.push(dish);
  }
  const [randang, gulai, sate] = dishes.map(({ id }) => id) as [string, string, string];
  const setOpen = async (is_open: boolean, ...post_ids: string[]) => {
    await call('set_posts_open', { post_ids, is_open, age_ms: 0 }, cook);
    await tellWaitingDishes(server);
  };
  await setOpen(true, sate);
  expect(await sendPushes(server, 22)).toHaveLength(1);
  expect(receivedBy(browser)).toEqual([]);
  await call('mark_notifications_read', {}, buyer);
  await takePushes(server);
  await setOpen(true, randang);
  await sendPushes(server);
  await setOpen(true, gulai);
  await sendPushes(server);
  const [first, second] = receivedBy(browser).map(({ payload }) => payload);
  const { name } = cook.warung;
  const told = { tag: `stall:${cook.id}`, title: 'Dimasak lagi', unread: 1 };
  expect(first).toEqual({ ...told, body: `Randang di ${name} dimasak lagi.`, url: `/post/${randang}` });
  expect(second).toEqual({ ...told, body: `Gulai dan 1 masakan lain di ${name} dimasak lagi.`, url: `/post/${gulai}` });
  await setOpen(false, randang, gulai);
  await sendPushes(server);
  expect(receivedBy(browser).at(-1)?.payload).toEqual({ tag: told.tag, unread: 0 });

  await call('set_push_settings', { dishes: false }, buyer);
  await call('toggle_save_post', { post_id_to_toggle: sate, saved: true, alert: true }, buyer);
  await setOpen(false, sate);
  await server.db.deleteFrom('notification_events').execute();
  await server.db.updateTable('saved_posts').set({ alerted_at: null }).execute();
  await setOpen(true, sate);
  expect(await takePushes(server)).toEqual([]);
});

test('a block closes the push of dishes that names the stall', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server, { warung: { is_open: true } })];
  const browser = await subscribe(buyer);
  const { id } = await buildPost(server, { user_id: cook.id, is_open: false });
  await call('toggle_save_post', { post_id_to_toggle: id, saved: true, alert: true }, buyer);
  await call('set_posts_open', { post_ids: [id], is_open: true, age_ms: 0 }, cook);
  await tellWaitingDishes(server);
  await sendPushes(server);
  await call('set_block', { person_id: cook.id, blocked: true }, buyer);
  await sendPushes(server);
  expect(receivedBy(browser).at(-1)?.payload).toEqual({ tag: `stall:${cook.id}`, unread: 0 });
});

test('a switch that is off queues nothing, and one that goes off later stops what is queued', async () => {
  const { buyer, write, browser } = await talk();
  await write('satu');
  expect(await call('set_push_settings', { messages: false }, buyer)).toMatchObject({
    messages: false,
    comments: true,
  });
  expect(await sendPushes(server)).toHaveLength(1);
  await write('dua');
  expect(await takePushes(server)).toEqual([]);
  expect(receivedBy(browser)).toEqual([]);
});

test('who hides contents gets neither names nor texts', async () => {
  const { buyer, id, write, browser } = await talk();
  await call('set_push_settings', { hides_content: true }, buyer);
  await write('rahasia');
  await sendPushes(server);
  expect(receivedBy(browser)[0]?.payload).toEqual({
    tag: `conversation:${id}`,
    title: 'Pesan baru',
    url: `/chat/${id}`,
    unread: 1,
  });
});

test('the longest message of wide characters fits', async () => {
  const { write, browser } = await talk();
  await write('🍛'.repeat(1000));
  await sendPushes(server);
  const { payload } = receivedBy(browser)[0]!;
  expect(Array.from(payload.body ?? '')).toHaveLength(240);
  expect(JSON.stringify(payload).length).toBeLessThan(3_000);
});

test('a suspended cook’s message is not pushed', async () => {
  const { cook, write, browser } = await talk();
  await write('lapau');
  await server.db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', cook.id).execute();
  await sendPushes(server);
  expect(receivedBy(browser)).toEqual([]);
});
