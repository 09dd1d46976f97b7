import type { BootData } from '@lapau/contract/boot';
import { oldestProtocol, oldestProtocolHeader } from '@lapau/contract/protocol';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const admin = await buildAdmin(server);

const nasty = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp;amp; $& $1 $`',
  '\u2028\u2029',
];

/** Reads a page as a browser does (HTML 13.2): a script ends at the first `</script`, a title at the first `</title`. */
async function open(path: string, as?: Credential) {
  const response = await server.request(path, {}, as);
  const html = await response.text();
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script/gis)].map(([, attributes = '', content = '']) => ({
    attributes,
    content,
  }));
  const boot = scripts.find(({ attributes }) => attributes.includes('id="boot"'));
  const title = /<title>(.*?)<\/title/is.exec(html)?.[1] ?? '';
  return {
    response,
    html,
    scripts,
    boot: JSON.parse(boot?.content ?? '') as BootData,
    title: title
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  };
}
const clean = await open('/login');

test('a page for a signed-out visitor carries the settings and no personal data', async () => {
  expect(clean.response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(clean.title).toBe(settingDefaults.site_title);
  expect(clean.boot).toEqual({ get_app_settings: [], get_session: null, csrf_token: expect.any(String) });
});

test('a page says what time it is on the server, and one that a device keeps does not', async () => {
  const before = Date.now();
  const { html } = await open('/login');
  const sent = Number(/<html data-now="(\d+)"/.exec(html)?.[1]);
  expect(sent).toBeGreaterThanOrEqual(before);
  expect(sent).toBeLessThanOrEqual(Date.now());
  expect(await (await server.request('/shell', {})).text()).not.toContain('data-now');
});

test('a member’s page carries the answers of its calls, and is sent with no-store', async () => {
  const reader = await buildMember(server);
  const post = await buildPost(server);
  const { boot, response } = await open('/', reader);
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(boot.get_feed?.map(({ id }) => id)).toContain(post.id);
  expect(boot).toEqual({
    get_app_settings: await server.call('get_app_settings', {}),
    get_session: await server.call('get_session', {}, reader),
    get_feed: await server.call('get_feed', {}, reader),
    get_active_banner: null,
    get_unique_nagari_options: await server.call('get_unique_nagari_options', {}, reader),
  });
  expect(Object.keys((await open('/saved', reader)).boot).toSorted()).toEqual(['get_app_settings', 'get_session']);
});

test('a page of a list, a dish or a stall carries what its screen asks for first, and nothing where that is refused', async () => {
  const reader = await buildMember(server);
  const seller = await buildSeller(server);
  const { id } = await buildPost(server, { user_id: seller.id });
  const foods = { include_admin_posts: false, only_open: true };
  const { boot: ofFoods } = await open('/foods', reader);
  expect(ofFoods.get_feed).toEqual(await server.call('get_feed', foods, reader));
  const { boot: ofPost } = await open(`/post/${id}`, reader);
  expect(ofPost.get_post_details).toEqual(await server.call('get_post_details', { p_post_id: id }, reader));
  const { boot: ofWarung } = await open(`/warungs/${seller.warung.id}`, reader);
  const of = { warung_id: seller.warung.id };
  expect(ofWarung).toMatchObject({
    get_warung: await server.call('get_warung', of, reader),
    get_warung_menu: await server.call('get_warung_menu', of, reader),
  });
  const { response, boot } = await open('/post/00000000-0000-4000-8000-000000000000', reader);
  expect(response.status).toBe(200);
  expect(Object.keys(boot).toSorted()).toEqual(['get_app_settings', 'get_session']);
});

test('a device gets the page that it opens without a network, its boot data by a call, and what it has not again', async () => {
  const reader = await buildMember(server);
  const shell = await server.request('/shell', {});
  const html = await shell.text();
  expect(html).toContain('<html data-from="device" lang="id" translate="no">');
  expect(html).toContain('<script type="application/json" id="boot">{}</script>');
  expect(html).toContain('data-first-paint="mark"');
  expect(html).not.toContain('data-kept="off"');
  expect(codeOf(html), 'it opens every screen, and names the code of none').toEqual([]);
  const etag = shell.headers.get('etag') ?? '';
  expect((await server.request('/shell', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const boot = await server.request('/boot.json?path=%2F', {}, reader);
  expect(boot.headers.get('cache-control')).toBe('no-store');
  const refused = await server.request('/boot.json', {});
  for (const answer of [boot, refused]) expect(answer.headers.get(oldestProtocolHeader)).toBe(String(oldestProtocol));
  expect(await boot.json()).toEqual((await open('/', reader)).boot);
  expect((await server.request('/boot.json', {})).status).toBe(400);
  const worker = await server.request('/worker.js', {});
  expect([worker.headers.get('cache-control'), await worker.text()]).toEqual(['no-cache, no-transform', '// worker']);
});

test('with LAPAU_OFFLINE=off a device is told to forget the app', async () => {
  const off = await startTestServer({ isKeptOnDevices: false });
  expect(await (await off.request('/worker.js', {})).text()).toBe('// worker-leave');
  expect((await off.request('/shell', {})).status).toBe(404);
  expect(await (await off.request('/login', {})).text()).toContain('data-kept="off"');
});

test.each(nasty)('%j in names, prices and settings stays text', async (text) => {
  const seller = await buildSeller(server, { profile: { full_name: text }, warung: { name: text } });
  await buildPost(server, { user_id: seller.id, food_name: text, price: text, description: text });
  for (const key_to_update of ['site_title', 'announcement_text'] as const) {
    await server.call('update_app_setting', { key_to_update, value_to_update: text }, admin);
  }
  const page = await open('/', seller);
  const stored = text.trim();
  expect(page.boot.get_app_settings).toContainEqual(
    expect.objectContaining({ key: 'announcement_text', value: stored }),
  );
  expect(page.boot.get_session?.profile.full_name).toBe(text);
  expect(page.boot.get_feed?.[0]).toMatchObject({ foodName: text, price: text, description: text, warungName: text });
  if (stored) expect(page.title).toBe(stored);
  const attributes = (scripts: typeof page.scripts) => scripts.map((script) => script.attributes);
  expect(attributes(page.scripts)).toEqual(attributes((await open('/', await buildMember(server))).scripts));
  // The build replaces these comments.
  const markup = page.html.replace(/<script.*?<\/script>|<!--(?:mark|styles|\/?shell)-->/gs, '');
  expect(markup).not.toMatch(/<!--|onerror=alert\(1\)>/);
});

const codeOf = (html: string) => [...html.matchAll(/\/assets\/([\w-]+)\.js/g)].map(([, name]) => name);

test('a page names the code of its screen in its head, each file once', async () => {
  expect(codeOf(clean.html)).toEqual(['login', 'forms']);
  expect(codeOf((await open('/privasi')).html)).toEqual([]);
  const reader = await buildMember(server);
  const { id } = await buildPost(server);
  expect(codeOf((await open(`/post/${id}`, reader)).html)).toEqual(['posts', 'before-code']);
  expect(codeOf((await open(`/post/${id}`)).html)).toContain('login');
});

test('no proxy is to change a page or defer its code, the one on the device included', async () => {
  for (const path of ['/login', '/', '/shell', '/worker.js']) {
    const response = await server.request(path, {});
    expect(response.headers.get('cache-control'), path).toContain('no-transform');
    expect(await response.text(), path).not.toMatch(/<script(?! data-cfasync="false")(?![^>]*json)/);
  }
});

test('where the first paint has a photo, code is named only for after it', async () => {
  const seller = await buildSeller(server);
  await buildPost(server, { user_id: seller.id, images: [`${seller.id}/1.webp`] });
  const { html } = await open('/', seller);
  expect(html).toMatch(/<template id="code"><script data-cfasync="false" type="module"[^>]*><\/script><\/template>/);
  expect(html).toMatch(
    /<img alt="" fetchpriority="high" sizes="[^"]+" srcset="\/storage\/posts\/[^"]+ 320w, [^"]+ 640w, [^"]+ 1080w"/,
  );
  expect(codeOf(html)).toEqual(['before-code']);
  expect(html.replace(/<template.*?<\/template>/, '')).not.toContain('main.tsx');
});

test('index.html is not served as a file, under any spelling of its path', async () => {
  const { response, boot } = await open('/index.html');
  expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform');
  expect(boot.get_session).toBeNull();
});

test('the icon is the favicon of the settings', async () => {
  await server.db
    .insertInto('files')
    .values({ bucket: 'avatars', path: 'public/favicon.svg', content_type: 'image/svg+xml', bytes: 1 })
    .execute();
  const input = { key_to_update: 'favicon_url', value_to_update: 'public/favicon.svg' } as const;
  const { value } = await server.call('update_app_setting', input, admin);
  expect((await open('/login')).html).toContain(`<link rel="icon" href="${value}">`);
});

test('a path with a % that begins no escape is a page or leads to one, and stays a malformed request where there are none', async () => {
  for (const path of ['/%', '/%E0%A4%A', '/foods/50%'])
    expect((await open(path)).html, path).toContain('<div id="root"');
  for (const [path, meant] of [
    ['/foods%', '/foods'],
    ['/warung/%zz?cari=50%', '/warung?cari=50%'],
  ] as const) {
    const { status, headers } = await server.request(path);
    expect([status, headers.get('location')], path).toEqual([302, meant]);
  }
  expect((await server.request('/storage/posts/%zz')).status).toBe(400);
});

test('HEAD is answered like GET, and a path with a NUL byte does not fail with 500', async () => {
  expect((await server.request('/warung', { method: 'HEAD' })).status).toBe(200);
  expect((await server.request('/%00')).status).toBeLessThan(500);
});

test.each([
  ['/', true, 'feed'],
  ['/post/7', true, 'bars'],
  ['/privasi', true, 'mark'],
  ['/admin/add-post', true, 'mark'],
  ['/', false, 'mark'],
  ['/login', false, 'mark'],
])('%s, signed in: %s, shows %s before the app has loaded', async (path, isSignedIn, shown) => {
  const { html } = await open(path, isSignedIn ? admin : undefined);
  expect(html).toContain(`<div id="root" data-first-paint="${shown}">`);
});
