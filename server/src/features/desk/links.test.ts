import { signUpFromLink } from '@lapau/contract/auth';
import { localDay } from '@lapau/contract/day';
import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { newId, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPost } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { createLinkCounter } from './rules-links.ts';

const server = await startTestServer();
const admin = await buildAdmin(server);
const post = await buildPost(server);
const browser = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36' };
const open = (path: string, init: RequestInit = {}) =>
  server.request(path, { ...init, headers: { ...browser, ...(init.headers as Record<string, string>) } });

async function counted(of: TestServer = server) {
  const { opened, signed_up } = (await of.call('get_admin_stats', {}, admin)).days.at(-1) ?? {};
  return { opened, signed_up };
}

/** What something adds to the figures of today. */
async function addedBy(deed: () => Promise<unknown>) {
  const before = await counted();
  await deed();
  const after = await counted();
  return [after.opened! - before.opened!, after.signed_up! - before.signed_up!];
}

const signUp = (form = signUpForm(), query = signUpFromLink) =>
  server.request(`/auth/sign-up/email${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });

test('a dish or stall that a stranger opens from a link is counted, once each time', async () => {
  expect(await counted()).toEqual({ opened: 0, signed_up: 0 });
  expect(await addedBy(() => open(`/post/${post.id}`))).toEqual([1, 0]);
  expect(await addedBy(() => open(`/warungs/${post.user_id}?utm_source=wa`))).toEqual([1, 0]);
});

test('nothing else is counted', async () => {
  const member = await buildMember(server);
  const path = `/post/${post.id}`;
  const others: [string, () => Promise<unknown>][] = [
    ['a chat app', () => open(path, { headers: { 'user-agent': 'WhatsApp/2.24.9.78 A' } })],
    ['HEAD', () => open(path, { method: 'HEAD' })],
    ['a page fetched ahead', () => open(path, { headers: { 'sec-purpose': 'prefetch' } })],
    ['a member', () => server.request(path, { headers: browser }, member)],
    ['a missing dish', () => open(`/post/${crypto.randomUUID()}`)],
    ['the login page, loaded again', () => open(`/login?next=${encodeURIComponent(path)}`)],
    ['the login page', () => open('/login')],
    ['an address that is put right first', () => open(`${path}).`, { redirect: 'manual' })],
    ['the call alone', () => server.call('get_link_preview', { path })],
    ['the picture', () => open(`/previews${path}.jpg`)],
  ];
  for (const [what, deed] of others) expect(await addedBy(deed), what).toEqual([0, 0]);
  const set = (value: string) =>
    server.call('update_app_setting', { key_to_update: 'link_previews', value_to_update: value }, admin);
  await set('off');
  expect(await addedBy(() => open(path)), 'while previews are off').toEqual([0, 0]);
  await set('');
});

test('who signs up from a link is counted, and not again when the answer was lost', async () => {
  const form = signUpForm({ id: newId() });
  expect(await addedBy(() => signUp(form))).toEqual([0, 1]);
  expect(await addedBy(() => signUp(form))).toEqual([0, 0]);
  expect(await addedBy(() => signUp(signUpForm(), ''))).toEqual([0, 0]);
  expect(await addedBy(() => signUp(signUpForm({ email: 'bukan email' })))).toEqual([0, 0]);
  const verifying = await startTestServer({ databaseUrl: server.databaseUrl, emailVerification: true });
  const waiting = signUpForm({ id: newId() });
  const send = () =>
    verifying.request(`/auth/sign-up/email${signUpFromLink}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(waiting),
    });
  const before = await counted(verifying);
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect((await counted(verifying)).signed_up).toBe(before.signed_up! + 1);
});

test('processes add up in one row a day, which is written when they stop, and has nothing else', async () => {
  const own = await startTestServer();
  const dish = await buildPost(own);
  for (const times of [2, 3]) {
    const app = await createApp(own.platform);
    for (let left = times; left > 0; left -= 1)
      await app.inject({ url: `/post/${dish.id}`, headers: { ...browser, host: 'lapau.test' } });
    expect(await own.db.selectFrom('link_counts').selectAll().execute()).toHaveLength(times === 2 ? 0 : 1);
    await app.close();
  }
  const day = localDay(new Date());
  expect(await own.db.selectFrom('link_counts').selectAll().execute()).toEqual([{ day, opened: 5, signed_up: 0 }]);
});

test('what waits is written after a while, and once the database takes it', async () => {
  const own = await startTestServer();
  let isDown = true;
  const database = {
    ...own.platform.database,
    query: ((...statement: Parameters<typeof own.platform.database.query>) =>
      isDown
        ? Promise.reject(new Error('the database is down'))
        : own.platform.database.query(...statement)) as typeof own.platform.database.query,
  };
  const warnings: unknown[] = [];
  const log = { ...own.platform.log, warn: (given: unknown) => warnings.push(given) } as typeof own.platform.log;
  const links = createLinkCounter({ database, log }, 20);
  for (let left = 3; left > 0; left -= 1) links.countSignUp();
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  isDown = false;
  const stored = () => own.db.selectFrom('link_counts').select(['opened', 'signed_up']).execute();
  await expect.poll(stored).toEqual([{ opened: 0, signed_up: 3 }]);
  expect(links.waiting()).toEqual({ opened: 0, signed_up: 0 });
});
