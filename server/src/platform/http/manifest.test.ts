import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildAdmin } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string; label?: string };
type Manifest = {
  name: string;
  short_name: string;
  id: string;
  scope: string;
  lang: string;
  start_url: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
};

async function readManifest() {
  const response = await server.request('/manifest.webmanifest', {});
  return { response, manifest: (await response.json()) as Manifest };
}

const { response: first, manifest } = await readManifest();
const { icons, screenshots, shortcuts } = manifest;
const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];

test.each(pictures)('$src answers with what the manifest says of it', async ({ src, sizes, type }) => {
  const response = await server.request(src, {});
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  expect(type).toContain(format);
  if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  expect(bytes.length).toBeLessThan(60_000);
});

test('it has what browsers ask for before they offer to install the app', async () => {
  expect(first.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/', lang: 'id', display: 'standalone' });
  const sizesOf = (purpose?: string) => icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(sizesOf()).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizesOf('maskable')).toEqual(['192x192', '512x512']);
  // Chromium shows screenshots of one form factor only when they have one shape, at most 2.3 times as long as wide.
  for (const factor of ['narrow', 'wide']) {
    const shapes = screenshots.filter((picture) => picture.form_factor === factor).map(({ sizes }) => sizes);
    expect(new Set(shapes).size).toBe(1);
    const [width = 0, height = 0] = (shapes[0] ?? '').split('x').map(Number);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Warung Saya', '/my-warung'],
    ['Tambah Menu', '/my-warung/tambah-menu'],
    ['Pesan', '/conversations'],
  ]);
});

test('the app has the name of the site', async () => {
  expect([manifest.name, manifest.short_name]).toEqual(['Lapau', 'Lapau']);
  const etag = first.headers.get('etag') ?? '';
  const again = () => server.request('/manifest.webmanifest', { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  const admin = await buildAdmin(server);
  const title = 'Lapau "Koto" </script>';
  await server.call('update_app_setting', { key_to_update: 'site_title', value_to_update: title }, admin);
  expect((await again()).status).toBe(200);
  const { manifest: renamed } = await readManifest();
  expect(renamed).toEqual({ ...manifest, name: title, short_name: title });
});
