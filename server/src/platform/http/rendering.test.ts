import { startChoiceOf } from '@lapau/contract/boot';
import { expect, onTestFinished, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';
import { watchLoad } from './rendering.ts';

let isBusy = false;
const server = await startTestServer({ isBuilt: true, isBusy: () => isBusy });

/** The page's root element as text, and whether it has a screen. */
async function open(path: string, as?: Credential, headers: Record<string, string> = {}) {
  const cookie = [headers.cookie, as && 'cookie' in as ? as.cookie : undefined].filter(Boolean).join('; ');
  const response = await server.request(path, { headers: { ...headers, ...(cookie && { cookie }) } });
  const html = await response.text();
  const screen = html.slice(html.indexOf('<div id="root"'));
  return { html, screen, isRendered: screen.includes('data-rendered=') };
}

const nasty = ['</script><script>alert(1)</script>', '<!--<script>', '"><img src=x onerror=alert(1)>', '$& $1 $`'];

test.each(nasty)('%j stays text in a rendered screen', async (text) => {
  const seller = await buildSeller(server, { profile: { full_name: text }, warung: { name: text, bio: text } });
  const { id } = await buildPost(server, { user_id: seller.id, food_name: text, price: text, description: text });
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  for (const path of ['/', '/foods', `/post/${id}`, `/warungs/${seller.warung.id}`]) {
    const { screen, isRendered } = await open(path, seller);
    expect(isRendered, path).toBe(true);
    expect(screen, path).toContain(escaped);
    expect(screen, path).not.toMatch(/<script>alert|<img src=x|<!--<script/);
  }
  const { screen } = await open(`/post/${id}`);
  expect(screen).toContain(`Masuk untuk melihat ${escaped}`);
});

test('people who ask at the same time get their own screen', async () => {
  const members = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const seller = await buildSeller(server);
      return { seller, post: await buildPost(server, { user_id: seller.id, food_name: `Gulai nomor ${index}.` }) };
    }),
  );
  const screens = await Promise.all(
    members.map(async ({ seller, post }) => ({ post, ...(await open(`/post/${post.id}`, seller)) })),
  );
  for (const { post, screen } of screens) {
    expect(screen).toContain(post.food_name);
    for (const { post: other } of members) if (other !== post) expect(screen).not.toContain(other.food_name);
  }
});

test('a stranger gets the link’s dish as it is now, and a token of their own', async () => {
  const seller = await buildSeller(server);
  const { id } = await buildPost(server, { user_id: seller.id, food_name: 'Sala Bulek' });
  const tokenOf = ({ screen }: { screen: string }) => /name="csrf_token" value="([^"]+)"/.exec(screen)?.[1];
  const [one, other] = [await open(`/post/${id}`), await open(`/post/${id}`)];
  expect(one.screen).toContain('data-rendered="/login?next=%2Fpost%2F');
  expect(one.screen).toContain('Masuk untuk melihat Sala Bulek');
  expect(tokenOf(one)).toMatch(/^[\w-]{20,}$/);
  expect(tokenOf(other)).not.toBe(tokenOf(one));
  await server.db.updateTable('posts').set({ food_name: 'Sala Lauak' }).where('id', '=', id).execute();
  expect((await open(`/post/${id}`)).screen).toContain('Masuk untuk melihat Sala Lauak');
});

test('what only the device knows is heard: it gets the shell, or no announcement', async () => {
  const admin = await buildAdmin(server);
  const text = 'Pasa Nagari Sabtu';
  await server.call('update_app_setting', { key_to_update: 'announcement_text', value_to_update: text }, admin);
  const member = await buildMember(server);
  expect((await open('/', member)).screen).toContain(text);
  const { html } = await open('/', member, { cookie: 'lapau.dismissed=abc123' });
  expect(html).toContain('"dismissed_announcement":"abc123"');
  const left = await open('/', member, { cookie: 'lapau.left=1' });
  expect(left.isRendered).toBe(false);
  expect(left.screen).toContain('data-first-paint="feed"');
  expect((await open('/', member, { cookie: 'lapau.waits=1' })).isRendered).toBe(true);
  expect((await open('/login', undefined, { cookie: 'lapau.waits=1' })).isRendered).toBe(false);
  for (const mode of ['daftar', 'lupa', 'kode'])
    expect((await open(`/login?mode=${mode}`)).isRendered, mode).toBe(false);
});

test('the app of a cook who has chosen so starts with the own stall, and nobody else’s', async () => {
  const [cook, other, admin] = [await buildSeller(server), await buildSeller(server), await buildAdmin(server)];
  const start = { cookie: `lapau.start=${startChoiceOf(cook.id)}` };
  const started = await open('/', cook, start);
  expect(started.isRendered).toBe(false);
  expect(started.screen).toContain('data-first-paint="bars"');
  expect(started.html).not.toContain('"get_feed"');
  const link = { ...start, 'sec-fetch-site': 'cross-site' };
  const tab = { ...start, referer: `${server.url}/foods` };
  for (const headers of [link, tab]) expect((await open('/', cook, headers)).isRendered).toBe(true);
  expect((await open('/?nagari=koto', cook, start)).isRendered).toBe(true);
  expect((await open('/', other, start)).isRendered).toBe(true);
  expect((await open('/', admin, { cookie: `lapau.start=${startChoiceOf(admin.id)}` })).isRendered).toBe(true);
  await server.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', cook.id).execute();
  await expect.poll(async () => (await open('/', cook, start)).isRendered).toBe(true);
});

test('other screens, and all under load, begin with the shell', async () => {
  const member = await buildMember(server);
  expect((await open('/saved', member)).isRendered).toBe(false);
  expect((await open('/', member)).isRendered).toBe(true);
  isBusy = true;
  onTestFinished(() => {
    isBusy = false;
  });
  expect((await open('/', member)).isRendered).toBe(false);
});

test('a process that has worked without a pause is busy', () => {
  const isAtWork = watchLoad();
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  expect(isAtWork()).toBe(true);
});
