import http from 'node:http';
import { expect, test } from 'vitest';
import { buildAdmin, buildSeller } from '../../testing/builders.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const seller = await buildSeller(server);
const admin = await buildAdmin(server);
const png = await plainPicture().png().toBuffer();

const upload = async (to: string, bytes = png): Promise<string> => (await uploadTo(server, to, bytes, admin)).body.url;

test('a photo is served to everybody who knows its address, cached for ever', async () => {
  const url = await upload(`posts/${seller.id}`);
  const answer = await server.request(url);
  const bytes = await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.byteLength),
    'cache-control': 'public, max-age=31536000, s-maxage=120, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cross-origin-resource-policy': 'cross-origin',
  });
  const head = await server.request(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
});

test('a file that may be replaced is cached for an hour (D47)', async () => {
  const url = await upload(`avatars/${seller.id}/warung_avatar`);
  expect((await server.request(url)).headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=120');
  const banner = await upload(`avatars/promo_banners/${seller.id}`);
  expect((await server.request(banner)).headers.get('cache-control')).toContain('immutable');
});

test('an unchanged file is answered 304, a replaced one is sent again', async () => {
  const url = await upload(`avatars/${seller.id}/warung_avatar`);
  const etag = (await server.request(url)).headers.get('etag') ?? '';
  const again = (headers: Record<string, string>) => server.request(url, { headers });
  expect((await again({ 'if-none-match': etag })).status).toBe(304);
  expect((await again({ 'if-none-match': `"other", ${etag.replace('W/', '')}` })).status).toBe(304);
  expect((await again({ 'if-none-match': '"other"' })).status).toBe(200);
  await upload(`avatars/${seller.id}/warung_avatar`, await plainPicture(70, 70).png().toBuffer());
  expect((await again({ 'if-none-match': etag })).status).toBe(200);
});

test('the content type comes from the bytes; an SVG is never shown as a page (D19)', async () => {
  const typeOf = async (url: string) => (await server.request(url)).headers.get('content-type');
  expect(await typeOf(await upload('avatars/public/logo'))).toBe('image/png');
  expect(await typeOf(await upload('avatars/public/announcement'))).toBe('image/webp');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
  const favicon = await server.request(await upload('avatars/public/favicon', svg));
  expect(Object.fromEntries(favicon.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': 'attachment',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  });
});

/** Requests a path as it is written, which fetch would normalise. */
const raw = (path: string) =>
  new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    http
      .get({ hostname, port, path }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ ...(JSON.parse(text) as { code: string }), status: answer.statusCode }));
      })
      .on('error', reject);
  });

test.each([
  '/storage/posts/nobody/nothing.webp',
  '/storage/posts/',
  '/storage/posts/.',
  '/storage/secrets/a/b.webp',
  '/storage/posts/../postgres/PG_VERSION',
  '/storage/posts/a/../../mail/x.webp',
  '/storage/posts/%2e%2e/%2e%2e/etc/passwd',
  '/storage/posts/..%2f..%2fetc%2fpasswd',
  '/storage/posts/a/..%2f..%2fb.webp',
  '/storage/posts/a/..webp',
  '/storage/posts/a/b%00.webp',
  '/storage/posts/a/b.webp%00.png',
  '/storage/posts/a%5c..%5cb.webp',
  '/storage/posts//etc/passwd',
  '/storage/posts/a/b.webp.0.part',
  '/storage/posts/%zz/b.webp',
  `/storage/posts/a/${'b'.repeat(400)}.webp`,
])('%s is not found', async (path) => {
  const { status, code } = await raw(path);
  expect([400, 404, 414]).toContain(status);
  expect(['file_not_found', 'malformed_request', 'unknown_call']).toContain(code);
});
