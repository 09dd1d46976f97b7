import { randomBytes } from 'node:crypto';
import { limits } from '@lapau/contract/limits';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { photoLike, plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({ publicUrl: 'https://lapau.example' });
const admin = await buildAdmin(server);
const missing = crypto.randomUUID();

beforeEach(() => setPreviews(''));

const setPreviews = (value: string) =>
  server.call('update_app_setting', { key_to_update: 'link_previews', value_to_update: value }, admin);

/** Reads a page's tags, as a chat app does, and its text without the time at which it was sent and the token of its device. */
async function tagsOf(path: string, headers: Record<string, string> = {}) {
  const response = await server.request(path, { headers });
  const html = (await response.text()).replace(/ data-now="\d+"|"csrf_token":"[^"]+"/g, '');
  const tags = [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">/g)];
  return { response, html, tags: Object.fromEntries(tags.map(([, name, content]) => [name, content])) };
}

async function uploadPhoto(seller: BuiltSeller, bytes: Buffer): Promise<string> {
  return (await uploadTo(server, `posts/${seller.id}`, bytes, seller)).body.path;
}

const photo = (await photoLike(1280, 960)).jpeg({ quality: 92 }).toBuffer();

/** A dish with a stored photo. */
async function buildDish(
  given: Parameters<typeof buildPost>[1] = {},
  picture: Promise<Buffer> = plainPicture().png().toBuffer(),
) {
  const seller = await buildSeller(server, {
    profile: { nagari: 'Muaro Paiti' },
    warung: { name: 'Lapau Mak Itam', phone_number: '0812-3456-7890', whatsapp_number: '+62 813 1111 2222' },
  });
  const images = [await uploadPhoto(seller, await picture)];
  const post = await buildPost(server, { food_name: 'Randang Dagiang', user_id: seller.id, images, ...given });
  return { seller, post, images };
}

const pictureOf = (tags: Record<string, string | undefined>) =>
  server.request(tags['og:image']?.replace('https://lapau.example', '').replaceAll('&amp;', '&') ?? '/no-picture');

const userAgents = {
  WhatsApp: 'WhatsApp/2.24.9.78 A',
  Telegram: 'TelegramBot (like TwitterBot)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
};

test.each(Object.entries(userAgents))(
  '%s reads the dish’s name, price, stall, nagari and one JPEG',
  async (_name, agent) => {
    const { post } = await buildDish({}, photo);
    const { response, tags } = await tagsOf(`/post/${post.id}`, { 'user-agent': agent });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(tags).toEqual({
      'og:type': 'website',
      'og:site_name': 'Lapau',
      'og:locale': 'id_ID',
      'og:url': `https://lapau.example/post/${post.id}`,
      'og:title': 'Randang Dagiang · Rp 25.000',
      'og:description': 'Lapau Mak Itam, Nagari Muaro Paiti. Lihat di Lapau.',
      'og:image': expect.stringMatching(`^https://lapau\\.example/previews/post/${post.id}\\.jpg\\?v=[\\w.-]+$`),
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Randang Dagiang',
      'twitter:card': 'summary_large_image',
    });
    const picture = await pictureOf(tags);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(bytes.length).toBeLessThanOrEqual(250_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await sharp(bytes).stats()).channels[0]?.stdev).toBeGreaterThan(10);
  },
);

test('the security policy stays, and the addresses are never those of the Host header (D5, D24)', async () => {
  const { post } = await buildDish();
  const { response, tags } = await tagsOf(`/post/${post.id}`, { host: '192.168.1.5' });
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(JSON.stringify(tags)).not.toContain('192.168');
});

test.each([
  ['pure noise', () => sharp(randomBytes(1280 * 960 * 3), { raw: { width: 1280, height: 960, channels: 3 } }).png()],
  ['a small GIF', () => plainPicture(30, 20).gif()],
  ['a tall picture', () => plainPicture(200, 2000).png()],
  ['a transparent WebP', () => plainPicture(400, 300).ensureAlpha(0.2).webp()],
])('%s becomes a JPEG within the limit, too', async (_name, draw) => {
  const { post } = await buildDish({}, draw().toBuffer());
  const bytes = Buffer.from(await (await pictureOf((await tagsOf(`/post/${post.id}`)).tags)).arrayBuffer());
  expect(bytes.length).toBeLessThanOrEqual(250_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

test('a stall shows its name, its nagari and its newest dish', async () => {
  const { seller } = await buildDish();
  const { tags } = await tagsOf(`/warungs/${seller.id}`);
  expect(tags).toMatchObject({
    'og:url': `https://lapau.example/warungs/${seller.id}`,
    'og:title': 'Lapau Mak Itam',
    'og:description': 'Nagari Muaro Paiti. Lihat di Lapau.',
  });
  expect((await pictureOf(tags)).status).toBe(200);
  const empty = await buildSeller(server);
  const { tags: withoutPicture } = await tagsOf(`/warungs/${empty.id}`);
  expect(withoutPicture).toMatchObject({ 'og:title': empty.warung.name, 'twitter:card': 'summary' });
  expect(withoutPicture).not.toHaveProperty('og:image');
});

test('an admin’s post names its source and no person', async () => {
  const author = await buildAdmin(server, { full_name: 'Syamsuir Datuak' });
  const given = { user_id: author.id, food_name: 'Alek Nagari', price: 'Gratis', seller_name: 'Wali Nagari' };
  const { id } = await buildPost(server, { ...given, is_admin_post: true });
  const { html, tags } = await tagsOf(`/post/${id}`);
  expect(tags).toMatchObject({
    'og:title': 'Alek Nagari · Gratis',
    'og:description': 'Wali Nagari. Lihat di Lapau.',
  });
  expect(html).not.toContain('Syamsuir');
});

const hidings: [how: string, hide: (dish: Awaited<ReturnType<typeof buildDish>>) => Promise<unknown>][] = [
  [
    'of a suspended person',
    ({ seller }) => server.call('toggle_user_suspension', { user_id_to_toggle: seller.id, suspended: true }, admin),
  ],
  [
    'of a suspended stall',
    ({ seller }) => server.call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin),
  ],
  [
    'of a former seller',
    ({ seller }) => server.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', seller.id).execute(),
  ],
  ['of a deleted person', ({ seller }) => server.db.deleteFrom('profiles').where('id', '=', seller.id).execute()],
  ['of anybody while link_previews is off', () => setPreviews('off')],
];

test.each(hidings)('a link to a dish or stall %s is answered like one to something missing', async (_how, hide) => {
  const dish = await buildDish();
  const paths = [`/post/${dish.post.id}`, `/warungs/${dish.seller.id}`];
  const pictures = await Promise.all(paths.map(async (path) => (await tagsOf(path)).tags));
  for (const tags of pictures) expect((await pictureOf(tags)).status).toBe(200);

  await hide(dish);
  for (const [index, path] of paths.entries()) {
    const { response, html, tags } = await tagsOf(path);
    const reference = await tagsOf(path.replace(/[^/]+$/, missing));
    expect([response.status, tags]).toEqual([200, {}]);
    expect(html).toBe(reference.html);
    expect((await pictureOf(pictures[index] ?? {})).status).toBe(404);
    expect(await server.call('get_link_preview', { path })).toBeNull();
    expect((await tagsOf(`/login?next=${encodeURIComponent(path)}`)).html).toBe(reference.html);
  }
});

test('a deleted post alone is gone; its JPEG goes with its photo', async () => {
  const { seller, post, images } = await buildDish();
  const { tags } = await tagsOf(`/post/${post.id}`);
  expect((await pictureOf(tags)).status).toBe(200);
  const jpeg = images[0]?.replace('.webp', '.preview.jpg') ?? '';
  expect(await server.platform.files.find('posts', jpeg)).toBeDefined();
  await server.call('delete_post', { post_id: post.id }, seller);
  expect((await tagsOf(`/post/${post.id}`)).tags).toEqual({});
  expect((await pictureOf(tags)).status).toBe(404);
  expect((await tagsOf(`/warungs/${seller.id}`)).tags).not.toHaveProperty('og:image');
});

test.each(['/post/1', '/post/', '/warungs/x', `/post/${missing}/lagi`, `/posts/${missing}`, '/post/%00'])(
  '%s is a page without a preview',
  async (path) => {
    const { response, tags } = await tagsOf(path);
    expect([response.status, tags]).toEqual([200, {}]);
    expect(await server.call('get_link_preview', { path: path.replace('%00', 'x') })).toBeNull();
    expect((await server.request(`/previews${path}.jpg`)).status).toBe(404);
  },
);

test('a link to a dish or a stall leads there whatever stands behind it, as member and as preview', async () => {
  const { seller, post } = await buildDish();
  const ends = [
    '.',
    ')',
    '*',
    '_',
    ',',
    '"',
    '>',
    '…',
    '%20',
    '%3E',
    '%E2%80%8B',
    '/)',
    '//',
    'dan',
    '.?utm_source=chat',
  ];
  for (const target of [`/post/${post.id}`, `/warungs/${seller.id}`])
    for (const end of ends) {
      for (const as of [undefined, seller]) {
        const { status, headers } = await server.request(target + end, { redirect: 'manual' }, as);
        expect([status, headers.get('location')], target + end).toEqual([302, target]);
      }
      const greeted = await tagsOf(`/login?next=${encodeURIComponent(target + end)}`);
      expect(greeted.tags['og:url'], target + end).toBe(`https://lapau.example${target}`);
      expect(await server.call('get_link_preview', { path: target + end })).toMatchObject({ path: target });
    }
  for (const address of ['', '/', '?utm_source=chat)', '/?a=.', '/mainan'])
    expect((await server.request(`/post/${post.id}${address}`, { redirect: 'manual' })).status, address).toBe(200);
});

test('so does a link to any other screen', async () => {
  const member = await buildMember(server);
  for (const target of [
    `/chat/${missing}`,
    `/chat/new/${missing}`,
    `/my-warung/edit-post/${missing}`,
    '/warung',
    '/privasi',
  ])
    for (const end of ['.', ')', '*', '%20', '%20dan'])
      for (const as of [undefined, member]) {
        const { status, headers } = await server.request(target + end, { redirect: 'manual' }, as);
        expect([status, headers.get('location')], target + end).toEqual([302, target]);
      }
});

test('a path of any length or with a query is no failure', async () => {
  const { post } = await buildDish();
  const { tags } = await tagsOf(`/post/${post.id.toUpperCase()}/?utm_source=${'x'.repeat(2 * limits.url)}`);
  expect(tags['og:url']).toBe(`https://lapau.example/post/${post.id}`);
  const { response } = await tagsOf(`/login?next=/post/${post.id}&next=${'x'.repeat(2 * limits.url)}`);
  expect(response.status).toBe(200);
});

test('no phone number is told, wherever the seller has written it', async () => {
  const number = '0812-3456-7890';
  const { seller, post } = await buildDish({
    food_name: `Randang WA ${number}`,
    price: 'hub. 0812x3456 lalu 7890',
    description: `Pesan ke ${number}`,
    phone_number: number,
    whatsapp_number: number,
  });
  await server.db
    .updateTable('profiles')
    .set({ phone: number, nagari: `Sialang ${number}` })
    .where('id', '=', seller.id)
    .execute();
  await server.db
    .updateTable('warungs')
    .set({ name: `Lapau ${number}`, bio: number })
    .where('id', '=', seller.id)
    .execute();
  for (const path of [`/post/${post.id}`, `/warungs/${seller.id}`, `/login?next=/post/${post.id}`]) {
    const { html, tags } = await tagsOf(path);
    expect(tags['og:title']).toBeTruthy();
    expect(html.replace(/[^\d]/g, '')).not.toContain('81234567890');
    expect(html).not.toContain(number);
  }
});

test.each(['Gulai "Paku" <b>', '</script><script>alert(1)</script>', `"><img src=x onerror=alert(1)>`, "'&amp;$&"])(
  '%j in a name stays text',
  async (name) => {
    const { seller, post } = await buildDish({ food_name: name });
    await server.db.updateTable('warungs').set({ name }).where('id', '=', seller.id).execute();
    const { html, tags } = await tagsOf(`/post/${post.id}`);
    const read = (text = '') =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    expect(read(tags['og:title'])).toBe(`${name} · Rp 25.000`);
    const plain = await tagsOf(`/post/${(await buildDish()).post.id}`);
    const elements = (page: string) => [...page.matchAll(/<(\w+)/g)].map(([, element]) => element);
    expect(elements(html)).toEqual(elements(plain.html));
  },
);

test('a member’s page has the boot data of always and no tags', async () => {
  const { post } = await buildDish();
  const reader = await buildMember(server);
  const html = await (await server.request(`/post/${post.id}`, {}, reader)).text();
  expect(html).not.toMatch(/og:|get_link_preview/);
});

test('many who ask at once make the picture once, and what is made is kept', async () => {
  const { post } = await buildDish();
  const made: string[] = [];
  const { prepare } = server.platform.pictures;
  server.platform.pictures.prepare = (body, purpose) => {
    made.push(purpose);
    return prepare(body, purpose);
  };
  const ask = () => server.request(`/previews/post/${post.id}.jpg`);
  const statuses = (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const again = await ask();
  server.platform.pictures.prepare = prepare;
  expect(made).toEqual(['preview']);
  expect(again.headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=120');
  const etag = again.headers.get('etag') ?? '';
  expect((await server.request(`/previews/post/${post.id}.jpg`, { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  );
});

test('a photo whose file is missing has no picture', async () => {
  const { id } = await buildPost(server);
  expect((await server.request(`/previews/post/${id}.jpg`)).status).toBe(404);
});

test('making pictures costs an address', async () => {
  const poor = await startTestServer({ limits: { costByAddress: 99 } });
  const { id } = await buildPost(poor);
  const refused = await poor.request(`/previews/post/${id}.jpg`);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
});

test('nothing is for search engines', async () => {
  const { post } = await buildDish();
  for (const path of ['/', `/post/${post.id}`, `/previews/post/${post.id}.jpg`]) {
    expect((await server.request(path)).headers.get('x-robots-tag')).toBe('noindex');
  }
});
