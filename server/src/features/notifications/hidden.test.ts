import { afterAll, expect, test } from 'vitest';
import { buildAdmin, buildConversation, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { sendPushes } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { deletePerson } from '../profile/rules.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network });
const { call, db } = server;
const admin = await buildAdmin(server);

const comment = (post: { id: string }, as: BuiltMember, parent_comment_id?: string) =>
  call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Halo', parent_comment_id }, as);
const texts = async (of: BuiltMember) => (await call('get_notifications', {}, of)).map(({ content }) => content);
const unread = async (of: BuiltMember) => (await call('get_session', {}, of))?.unread.notifications;
const suspend = (person: { id: string }, suspended: boolean) =>
  call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended }, admin);

/** A cook's dish under which a reader has written, and two others after the reader. */
async function buildDish() {
  const cook = await buildSeller(server);
  const reader = await buildMember(server);
  const [one, two] = [await buildMember(server, { full_name: 'Nan Satu' }), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id, food_name: 'Randang' });
  await comment(post, reader);
  return { cook, reader, one, two, post };
}

test('what only somebody suspended has caused is neither listed nor counted, and back when that is lifted (D129)', async () => {
  const { post, reader, one } = await buildDish();
  await comment(post, one);
  expect([await texts(reader), await unread(reader)]).toEqual([['Nan Satu juga berkomentar di Randang.'], 1]);
  const page = await openPage(server.url, { cookie: reader.cookie });
  await suspend(one, true);
  expect([await texts(reader), await unread(reader)]).toEqual([[], 0]);
  await suspend(one, false);
  expect([await texts(reader), await unread(reader)]).toEqual([['Nan Satu juga berkomentar di Randang.'], 1]);
  const counts = (await page.signals()).filter(([topic]) => topic === `user:${reader.id}`);
  expect(counts).toEqual(
    [0, 1].map((count) => [`user:${reader.id}`, { type: 'notifications_changed', unread: count }]),
  );
});

type Dish = Awaited<ReturnType<typeof buildDish>>;

/** Ways to hide a dish, each of which returns a function that shows it again. */
const hidings: Record<string, (dish: Dish) => Promise<() => Promise<unknown>>> = {
  'its cook is suspended': async ({ cook }) => {
    await suspend(cook, true);
    return () => suspend(cook, false);
  },
  'its stall is suspended': async ({ cook }) => {
    const toggle = (suspended: boolean) => call('toggle_warung_suspension', { warung_id: cook.id, suspended }, admin);
    await toggle(true);
    return () => toggle(false);
  },
  'an admin removes it': async ({ post }) => {
    const { decision } = await call('delete_post', { post_id: post.id, reason_key: 'rude' }, admin);
    return () => call('undo_decision', { decision_id: decision!.id }, admin);
  },
  'an admin deletes its stall': async ({ cook }) => {
    const { decision } = await call('delete_warung_by_admin', { warung_id: cook.id, reason_key: 'rude' }, admin);
    return () => call('undo_decision', { decision_id: decision!.id }, admin);
  },
};

test.each(Object.keys(hidings))('nothing about a dish is listed or counted while %s (D129)', async (name) => {
  const dish = await buildDish();
  const { post, reader, one } = dish;
  await comment(post, one);
  const page = await openPage(server.url, { cookie: reader.cookie });
  const show = await hidings[name]!(dish);
  expect([await texts(reader), await unread(reader)]).toEqual([[], 0]);
  await show();
  expect([await texts(reader), await unread(reader)]).toEqual([['Nan Satu juga berkomentar di Randang.'], 1]);
  const counts = (await page.signals()).flatMap(([, signal]) =>
    signal.type === 'notifications_changed' ? [signal.unread] : [],
  );
  expect(counts).toEqual([0, 1]);
});

test('a comment that an admin hides, and an answer under a comment of somebody suspended, tell nothing', async () => {
  const { post, reader, one, two } = await buildDish();
  const { id } = await comment(post, one);
  const { decision } = await call('delete_comment', { comment_id: id, reason_key: 'rude' }, admin);
  expect([await texts(reader), await unread(reader)]).toEqual([[], 0]);
  await call('undo_decision', { decision_id: decision!.id }, admin);
  expect(await unread(reader)).toBe(1);
  await call('mark_notifications_read', {}, reader);
  await comment(post, two, id);
  expect(await unread(reader)).toBe(1);
  await suspend(one, true);
  expect([await texts(reader), await unread(reader)]).toEqual([[], 0]);
});

test('a comment that an admin hides and shows again is told again, also when its author has blocked one of the told', async () => {
  const { cook, post, reader, one } = await buildDish();
  const { id } = await comment(post, one);
  await call('set_block', { person_id: cook.id, blocked: true }, one);
  const { decision } = await call('delete_comment', { comment_id: id, reason_key: 'rude' }, admin);
  expect(await unread(reader)).toBe(0);
  await call('undo_decision', { decision_id: decision!.id }, admin);
  expect([await texts(reader), await unread(reader)]).toEqual([['Nan Satu juga berkomentar di Randang.'], 1]);
});

test('the notification of a message of somebody suspended is hidden; the message stays to be read', async () => {
  const { cook, reader } = await buildDish();
  const { id } = await buildConversation(server, { user1_id: reader.id, user2_id: cook.id });
  await call('send_message', { p_conversation_id: id, p_content: 'Halo' }, cook);
  expect(await texts(reader)).toHaveLength(1);
  await suspend(cook, true);
  expect(await texts(reader)).toEqual([]);
  const counts = (await call('get_session', {}, reader))?.unread;
  expect(counts).toEqual({ messages: 1, notifications: 0, other_notifications: 0 });
});

test('reports and sign-ups stay an admin’s work whoever they are from', async () => {
  const { post, one } = await buildDish();
  await call('create_report', { reported_post_id: post.id, reason: 'Palsu' }, one);
  const before = await unread(admin);
  await suspend(one, true);
  expect(await unread(admin)).toBe(before);
});

/** Builds a dish, and has a reader's device show a push about two people's comments and one about a message of the first. */
async function showPushes() {
  const dish = await buildDish();
  const { post, reader, one, two } = dish;
  const browser = service.browser(server.platform.push.publicKey);
  await call('subscribe_push', browser.subscription, reader);
  const { id } = await buildConversation(server, { user1_id: reader.id, user2_id: one.id });
  await call('send_message', { p_conversation_id: id, p_content: 'Halo' }, one);
  for (const person of [two, one]) await comment(post, person);
  await sendPushes(server, 12);
  const received = () => service.received.filter(({ to }) => to === browser.name).map(({ payload }) => payload);
  const shown = received();
  expect(JSON.stringify(shown)).toContain('Nan Satu dan 1 lainnya');
  const closed = async () => {
    // Pushes are closed at night too, as a close disturbs nobody.
    await sendPushes(server, 23);
    const after = received().slice(shown.length);
    expect(after.every(({ title }) => title === undefined)).toBe(true);
    return after.map(({ tag }) => tag).toSorted();
  };
  return { ...dish, closed, tags: [`conversation:${id}`, `post:${post.id}`] };
}

test('a block closes what shows on the device and names the blocked, others in it or not (D129)', async () => {
  const { reader, one, closed, tags } = await showPushes();
  await call('set_block', { person_id: one.id, blocked: true }, reader);
  expect(await closed()).toEqual(tags);
  expect(await texts(reader)).toHaveLength(1);
});

test('a block leaves what names others, and what the blocked person’s own device shows', async () => {
  const { reader, one, two, post, closed } = await showPushes();
  await call('set_block', { person_id: reader.id, blocked: true }, one);
  expect(await closed()).toEqual([]);
  await call('set_block', { person_id: (await buildMember(server)).id, blocked: true }, reader);
  expect(await closed()).toEqual([]);
  await call('set_block', { person_id: two.id, blocked: true }, reader);
  expect(await closed()).toEqual([`post:${post.id}`]);
});

test('a suspension closes on every device what names the suspended', async () => {
  const { one, closed, tags } = await showPushes();
  await suspend(one, true);
  expect(await closed()).toEqual(tags);
});

test('a deleted account closes on every device what names it', async () => {
  const { one, closed, tags } = await showPushes();
  await server.platform.transaction((tx) => deletePerson(tx, one.id));
  expect(await closed()).toEqual(tags);
  expect(await db.selectFrom('profiles').select('id').where('id', '=', one.id).execute()).toEqual([]);
});

test('a suspension of the cook closes what tells of the dish', async () => {
  const { cook, post, closed } = await showPushes();
  await suspend(cook, true);
  expect(await closed()).toEqual([`post:${post.id}`]);
});
