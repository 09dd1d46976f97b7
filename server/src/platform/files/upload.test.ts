import type { ErrorEnvelope } from '@lapau/contract/errors';
import { limits } from '@lapau/contract/limits';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildAdmin, buildSeller } from '../../testing/builders.ts';
import { storedFiles } from '../../testing/file-place.ts';
import { buildHeic } from '../../testing/heic.ts';
import { interlacedPng, photoLike, plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const seller = await buildSeller(server);
const admin = await buildAdmin(server);

const stored = (path: string) => server.request(path).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
const rowOf = (path: string) => server.db.selectFrom('files').selectAll().where('path', '=', path).executeTakeFirst();

test('a phone photo is stored upright in three widths, without metadata (D18)', async () => {
  const jpeg = await (
    await photoLike(4032, 3024)
  )
    .jpeg({ quality: 88 })
    .withExif({
      IFD0: { Make: 'Telepon', Software: 'Kamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 16/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '100/1 37/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toBuffer();
  const taken = await sharp(jpeg).metadata();
  expect([taken.orientation, taken.exif?.includes('Telepon'), taken.icc === undefined]).toEqual([6, true, false]);
  const { status, body: file } = await uploadTo(server, `posts/${seller.id}`, jpeg, seller);
  expect(status).toBe(200);
  expect(file).toEqual({
    path: expect.stringMatching(new RegExp(`^${seller.id}/\\d{13}-[0-9a-f]{16}\\.webp$`)),
    url: `/storage/posts/${file.path}`,
    placeholder: expect.stringMatching(/^[\w+/]+=*$/),
    width: 1080,
    height: 1440,
  });
  for (const [name, width, most] of [
    ['', 1080, 200_000],
    ['.640', 640, 80_000],
    ['.320', 320, 40_000],
  ] as const) {
    const bytes = await stored(file.url.replace('.webp', `${name}.webp`));
    expect(bytes.length).toBeLessThan(most);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect(bytes.includes('EXIF') || bytes.includes('Telepon')).toBe(false);
  }
  expect(await rowOf(file.path)).toMatchObject({
    bucket: 'posts',
    uploaded_by: seller.id,
    content_type: 'image/webp',
    width: 1080,
    height: 1440,
    placeholder: file.placeholder,
  });
});

test.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'heic'] as const)(
  'a %s is recognised by its bytes, whatever its declared type',
  async (format) => {
    const bytes = format === 'heic' ? buildHeic() : await plainPicture().toFormat(format).toBuffer();
    const named = { 'content-type': 'image/svg+xml' };
    const { status, body } = await uploadTo(server, `posts/${seller.id}`, bytes, seller, named);
    expect(status).toBe(200);
    expect((await sharp(await stored(body.url)).metadata()).format).toBe('webp');
  },
);

test('bytes after the end of a picture are not stored', async () => {
  const script = '<script>alert(1)</script>';
  const polyglot = Buffer.concat([await plainPicture().gif().toBuffer(), Buffer.from(script)]);
  const { status, body } = await uploadTo(server, `posts/${seller.id}`, polyglot, seller);
  expect(status).toBe(200);
  expect((await stored(body.url)).includes('script')).toBe(false);
});

test('invalid files are refused with a code and leave no file behind', async () => {
  const jpeg = await plainPicture(400, 300).jpeg().toBuffer();
  const hugePixels = await plainPicture(7750, 7750).png().toBuffer();
  const bomb = await plainPicture(10, 10).jpeg().toBuffer();
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
  bomb.writeUInt16BE(60_000, frame + 5);
  bomb.writeUInt16BE(60_000, frame + 7);
  const bad: Record<string, [code: string, status: number, bytes: Buffer]> = {
    text: ['not_an_image', 415, Buffer.from('Gulai baung, kuah kuning.')],
    'zero bytes': ['not_an_image', 415, Buffer.alloc(0)],
    svg: ['not_an_image', 415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    html: ['not_an_image', 415, Buffer.from('<!doctype html><script>alert(1)</script>')],
    'the beginning of a HEIC': ['broken_image', 422, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    'a video': ['not_an_image', 415, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42')],
    pdf: ['not_an_image', 415, Buffer.from('%PDF-1.7')],
    tiff: ['not_an_image', 415, await plainPicture().tiff().toBuffer()],
    'GIF header before a page': ['broken_image', 422, Buffer.from(`GIF89a=1;${'<script>alert(1)</script>'.repeat(9)}`)],
    'three bytes': ['broken_image', 422, Buffer.from([0xff, 0xd8, 0xff])],
    'truncated JPEG': ['broken_image', 422, jpeg.subarray(0, jpeg.length / 2)],
    '60 megapixels': ['too_many_pixels', 422, hugePixels],
    'an interlaced PNG of 16 bits': ['picture_too_costly', 422, interlacedPng(7000, 7000)],
    'a bomb that announces 3600 megapixels': ['too_many_pixels', 422, bomb],
    '11 MB': ['upload_too_large', 413, Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)])],
  };
  const before = await storedFiles(server.platform);
  for (const [name, [code, status, bytes]] of Object.entries(bad)) {
    const answer = await uploadTo(server, `posts/${seller.id}`, bytes, seller);
    expect([name, answer.body.code, answer.status]).toEqual([name, code, status]);
  }
  expect(await storedFiles(server.platform)).toEqual(before);
});

test('the size limit applies to the received bytes, not to Content-Length', async () => {
  const chunk = Buffer.alloc(64 * 1024, 1);
  const chunks = async function* chunks(bytes: number) {
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  };
  const send = async (bytes: number) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: ReadableStream.from(chunks(bytes)),
      duplex: 'half',
    };
    const answer = await server.request(`/storage/posts/${seller.id}`, init as RequestInit, seller);
    return ((await answer.json()) as ErrorEnvelope).code;
  };
  expect(await send(limits.photoBytes + 1)).toBe('upload_too_large');
  expect(await send(limits.photoBytes)).toBe('not_an_image');
});

test('a body of JSON, a form or text is refused by its content type', async () => {
  for (const contentType of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
    const headers = { 'content-type': contentType };
    const { body } = await uploadTo(server, `posts/${seller.id}`, Buffer.from('{}'), seller, headers);
    expect([contentType, body.code]).toEqual([contentType, 'unsupported_media_type']);
  }
});

test('upload attempts are limited per person and day, also replacing and failing ones (D48)', async () => {
  const small = await startTestServer({ limits: { uploadsByMemberAndDay: 3 } });
  const [one, other] = [await buildSeller(small), await buildSeller(small)];
  const picture = await plainPicture().png().toBuffer();
  const upload = async (as: typeof one, bytes = picture) =>
    (await uploadTo(small, `avatars/${as.id}/warung_avatar`, bytes, as)).status;
  expect([await upload(one), await upload(one), await upload(one, Buffer.from('text'))]).toEqual([200, 200, 415]);
  expect([await upload(one), await upload(other)]).toEqual([429, 200]);
  const before = Date.now();
  const refused = await small.request(
    `/storage/posts/${one.id}`,
    { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array(picture) },
    one,
  );
  // The wait lasts until midnight in Asia/Jakarta, rounded up to a second.
  const midnight = Math.ceil((before + 7 * 3_600_000) / 86_400_000) * 86_400_000 - 7 * 3_600_000;
  const waitMs = Number(refused.headers.get('retry-after')) * 1_000;
  expect(before + waitMs).toBeLessThanOrEqual(midnight + 1_000);
  expect(Date.now() + waitMs).toBeGreaterThanOrEqual(midnight);
  await small.db.updateTable('upload_attempts').set({ day: '2026-01-01' }).execute();
  expect(await upload(one)).toBe(200);
});

test('an upload for somebody else than who is signed in is refused, an admin’s too (D84)', async () => {
  const picture = await plainPicture().png().toBuffer();
  const upload = (as: typeof admin) =>
    uploadTo(server, `posts/${seller.id}`, picture, as, { 'lapau-account': seller.id });
  expect((await upload(seller)).status).toBe(200);
  expect(await upload(admin)).toMatchObject({ status: 409, body: { code: 'other_account' } });
});

test('a member’s picture does not wait for all pictures of another member', async () => {
  const other = await buildSeller(server);
  const picture = await (await photoLike(1200, 800)).jpeg().toBuffer();
  const prepared: string[] = [];
  const upload = async (as: typeof other) => {
    expect((await uploadTo(server, `posts/${as.id}`, picture, as)).status).toBe(200);
    prepared.push(as.id);
  };
  await Promise.all([...Array.from({ length: 4 }, () => upload(seller)), upload(other)]);
  expect(prepared.at(-1)).toBe(seller.id);
});

test('an avatar has a fixed name, and a new one replaces it (D19, D47)', async () => {
  const to = `avatars/${seller.id}/warung_avatar`;
  const first = (await uploadTo(server, to, await plainPicture(80, 80, '#f00').png().toBuffer(), seller)).body;
  const second = (await uploadTo(server, to, await plainPicture(50, 50, '#00f').png().toBuffer(), seller)).body;
  expect(second.path).toBe(`${seller.id}/warung_avatar.webp`);
  expect(first.path).toBe(second.path);
  expect(second.url).toMatch(/^\/storage\/avatars\/[^?]+\.webp\?t=\d{13}$/);
  const [r = 0, , b = 0] = await sharp(await stored(second.url))
    .raw()
    .toBuffer();
  expect(b).toBeGreaterThan(r);
  expect(await rowOf(second.path)).toMatchObject({ width: 50 });
});

test('logo, announcement and favicon have fixed names, and a favicon of another format replaces the old one', async () => {
  const transparent = sharp({
    create: { width: 900, height: 300, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.2 } },
  });
  const png = await transparent.png().toBuffer();
  const upload = async (name: string, bytes: Buffer) =>
    (await uploadTo(server, `avatars/public/${name}`, bytes, admin)).body;

  const logo = await upload('logo', png);
  expect(logo).toMatchObject({ path: 'public/logo.png', width: 320 });
  expect(await sharp(await stored(logo.url)).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  const announcement = await upload('announcement', await plainPicture(2000, 1000).jpeg().toBuffer());
  expect(announcement).toMatchObject({ path: 'public/announcement.png', width: 1080 });
  expect(await upload('favicon', png)).toMatchObject({ path: 'public/favicon.png', width: 192 });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script></svg>');
  expect(await upload('favicon', svg)).toMatchObject({ path: 'public/favicon.svg' });
  expect(await rowOf('public/favicon.png')).toBeUndefined();
  expect((await server.request('/storage/avatars/public/favicon.png')).status).toBe(404);
  expect(await upload('logo', svg)).toMatchObject({ code: 'not_an_image' });

  const wide = await plainPicture(1600, 400).png().toBuffer();
  const banner = await uploadTo(server, `avatars/promo_banners/${admin.id}`, wide, admin);
  expect(banner.body).toMatchObject({ path: `promo_banners/${admin.id}.webp`, width: 1080, height: 270 });
});

test('a photo that is sent again under its name is stored once, as it was, and can be asked for by its owner', async () => {
  const photo = crypto.randomUUID();
  const path = `${seller.id}/${photo}.webp`;
  const ask = async (name: string, as = seller) => {
    const answer = await server.request(`/storage/uploaded/${seller.id}/${name}`, { method: 'POST' }, as);
    return answer.status === 200 ? answer.json() : answer.status;
  };
  expect(await ask(photo)).toEqual({ path: null });
  const [red, blue] = await Promise.all(
    ['#f00', '#00f'].map((colour) => plainPicture(90, 60, colour).png().toBuffer()),
  );
  const send = (bytes: Buffer | undefined, name: string = photo) =>
    uploadTo(server, `posts/${seller.id}`, bytes ?? Buffer.alloc(0), seller, { 'lapau-photo': name });
  const first = await send(red);
  const rowButTime = async () => ({ ...(await rowOf(path)), created_at: null });
  const [bytes, row] = [await stored(first.body.url), await rowButTime()];
  const again = await Promise.all([send(blue), send(blue)]);
  expect([first, ...again].map(({ status, body }) => [status, body.path])).toEqual(
    [first, ...again].map(() => [200, path]),
  );
  expect([await stored(first.body.url), await rowButTime()]).toEqual([bytes, row]);
  expect(await ask(photo)).toEqual({ path });
  expect(await ask(photo, await buildSeller(server))).toBe(403);
  expect([(await send(red, '../logo')).status, await ask('logo')]).toEqual([404, 404]);
});
