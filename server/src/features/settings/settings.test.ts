import { settingKeys } from '@lapau/contract/settings';
import type { SettingKey } from '@lapau/contract/settings';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const publicFile = (path: string) =>
  db.insertInto('files').values({ bucket: 'avatars', path, content_type: 'image/png', bytes: 1 }).execute();
for (const name of ['logo.webp', 'favicon.ico', 'announcement.webp']) await publicFile(`public/${name}`);

const set = (key: SettingKey, value_to_update: string) =>
  call('update_app_setting', { key_to_update: key, value_to_update }, admin);
const shown = async (key: SettingKey) => (await call('get_app_settings', {})).find((row) => row.key === key)?.value;

const files: Partial<Record<SettingKey, string>> = {
  logo_url: 'public/logo.webp',
  favicon_url: 'public/favicon.ico',
  announcement_image_url: 'public/announcement.webp',
};
const texts: Partial<Record<SettingKey, string>> = {
  footer_credit_link: 'https://lapau.example/',
  link_previews: 'off',
  site_title: 'Lapau Kapur IX',
};

const oneLineSettings = new Set<SettingKey>(['footer_credit_text', 'announcement_title', 'allowed_kecamatan']);

test.each(settingKeys)('%s can be set, shows at once to everybody, and is audited (D40, D43)', async (key) => {
  expect(await shown(key)).toBeUndefined();
  const value =
    files[key] ?? texts[key] ?? (oneLineSettings.has(key) ? 'Isi & <b>tebal</b>' : 'Isi\nbaru & <b>tebal</b>');
  const answer = await set(key, value);
  if (key in files) expect(answer.value).toMatch(new RegExp(`^/storage/avatars/${value}\\?t=\\d+$`));
  else expect(answer.value).toBe(value);
  expect(await shown(key)).toBe(answer.value);
  const audit = db.selectFrom('audit_log').select(['actor_id', 'action', 'target_type']).where('target_id', '=', key);
  expect(await audit.execute()).toEqual([{ actor_id: admin.id, action: 'update_app_setting', target_type: 'setting' }]);
  await set(key, '');
  expect(await shown(key)).toBe('');
});

test('a setting that pages show in one line is stored in one', async () => {
  expect(await set('footer_credit_text', '\u2068Dari\u2028kami\u2069')).toMatchObject({ value: 'Dari kami' });
  expect(await set('footer_credit_link', '<https://lapau.example/kabar>')).toMatchObject({
    value: 'https://lapau.example/kabar',
  });
  expect(await set('about_text', '\u202eDari\u2028kami\u202c')).toMatchObject({ value: 'Dari\nkami' });
  for (const key of ['footer_credit_text', 'footer_credit_link', 'about_text'] as const) await set(key, '');
});

const invalid: [key: string, value: string, what: object][] = [
  ['site_title', 'x'.repeat(81), { details: { value_to_update: 'Paling banyak 80 huruf, sekarang 81.' } }],
  ['about_text', 'x'.repeat(5001), { details: { value_to_update: 'Paling banyak 5000 huruf, sekarang 5001.' } }],
  [
    'footer_credit_link',
    'javascript:alert(1)',
    { details: { value_to_update: 'Tautan harus diawali http:// atau https://.' } },
  ],
  ['footer_credit_link', `https://x.example/${'x'.repeat(500)}`, { details: { value_to_update: expect.any(String) } }],
  ['footer_credit_link', 'https://lapau.example@evil.example/', { details: { value_to_update: expect.any(String) } }],
  ['about_text', '\u2800', { details: { value_to_update: 'Harus berisi huruf yang terlihat.' } }],
  ['link_previews', 'perhaps', { details: { value_to_update: 'Pilih on atau off.' } }],
  ['logo_url', 'https://elsewhere.example/logo.png', { details: { value_to_update: 'Nama berkas tidak sah.' } }],
  ['logo_url', 'public/favicon.ico', { details: { value_to_update: 'Nama berkas tidak sah.' } }],
  ['logo_url', 'public/logo.png', { code: 'file_not_found' }],
  ['favicon_url', '../favicon.ico', { details: { value_to_update: 'Nama berkas tidak sah.' } }],
  ['secret', 'x', { details: { key_to_update: expect.any(String) } }],
  ['__proto__', 'x', { details: { key_to_update: expect.any(String) } }],
];
test.each(invalid)('%s = %.30s is refused and changes nothing (D23, D40, D48)', async (key, value, what) => {
  const rows = () => db.selectFrom('app_settings').selectAll().orderBy('key').execute();
  const before = await rows();
  const { status, body } = await rawCall('update_app_setting', { key_to_update: key, value_to_update: value }, admin);
  expect(status).toBe(body && (body as { code: string }).code === 'file_not_found' ? 404 : 422);
  expect(body).toMatchObject(what);
  expect(await rows()).toEqual(before);
});

test('a file in a member’s folder is refused as a logo (D48)', async () => {
  const { path } = await buildFile(server, { bucket: 'avatars' });
  await expect(set('logo_url', path)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a change is signalled to every page, including members’ pages', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('settings');
  await set('announcement_title', 'Alek nagari');
  expect(await page.signals()).toEqual([['settings', { type: 'settings_changed' }]]);
});

test('only admins can set them', async () => {
  const member = await buildMember(server, { role: 'penjual' });
  const input = { key_to_update: 'site_title', value_to_update: 'Mine' } as const;
  await expect(call('update_app_setting', input, member)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(call('update_app_setting', input)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('contact_info is LAPAU_ADMIN_EMAIL until an admin sets it (D53)', async () => {
  const withEmail = await startTestServer({ adminEmail: 'bantuan@lapau.test', adminPassword: 'rahasia' });
  const contact = async () =>
    (await withEmail.call('get_app_settings', {})).find(({ key }) => key === 'contact_info')?.value;
  expect(await contact()).toBe('Email: bantuan@lapau.test');
  const value_to_update = 'Balai Nagari, Senin pagi';
  await withEmail.call(
    'update_app_setting',
    { key_to_update: 'contact_info', value_to_update },
    await buildAdmin(withEmail),
  );
  expect(await contact()).toBe(value_to_update);
});

const second = await buildAdmin(server);
describe('a setting that two admins change (D70)', () => {
  const setSeen = (version: number, value_to_update: string, as = second) =>
    rawCall('update_app_setting', { key_to_update: 'mission_text', value_to_update, version }, as);
  const stored = async () => (await call('get_app_settings', {})).find(({ key }) => key === 'mission_text');

  test('is refused with the present one to whoever has not seen it', async () => {
    await db.deleteFrom('app_settings').execute();
    expect((await setSeen(0, 'Yang pertama')).status).toBe(200);
    const { version = 0 } = (await stored()) ?? {};
    await set('mission_text', 'Dari admin lain');
    const current = await stored();
    expect(current).toEqual({ key: 'mission_text', value: 'Dari admin lain', version: version + 1 });
    expect(await setSeen(version, 'Dari saya')).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current },
    });
    expect(await stored()).toEqual(current);
    expect((await setSeen(version + 1, 'Dari saya')).status).toBe(200);
  });

  test('is set by one of two at once who saw the same', async () => {
    await db.deleteFrom('app_settings').execute();
    const answers = await Promise.all([setSeen(0, 'Satu', admin), setSeen(0, 'Dua')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('that is there already is answered as the first, with one row in the log', async () => {
    const value = crypto.randomUUID();
    const { version = 0 } = (await stored()) ?? {};
    const answers = await Promise.all([1, 2, 3].map(() => setSeen(version, value)));
    const body = await stored();
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 200, body })));
    const rows = await db.selectFrom('audit_log').selectAll().where('target_id', '=', 'mission_text').execute();
    expect(
      rows.filter(({ details }) => JSON.stringify(details).includes(`"after":{"mission_text":"${value}"`)),
    ).toHaveLength(1);
  });

  test('is a file: the same one is there already, unless it was uploaded again', async () => {
    const first = await set('logo_url', 'public/logo.webp');
    expect(await set('logo_url', 'public/logo.webp')).toEqual(first);
    await db
      .updateTable('files')
      .set({ created_at: new Date(Date.now() + 1_000) })
      .where('path', '=', 'public/logo.webp')
      .execute();
    expect((await set('logo_url', 'public/logo.webp')).version).toBe(first.version + 1);
    // The time of the setting comes from a clock that was ahead.
    await db
      .updateTable('app_settings')
      .set({ updated_at: new Date(Date.now() + 365 * 86_400_000) })
      .where('key', '=', 'logo_url')
      .execute();
    expect((await set('logo_url', 'public/logo.webp')).version).toBe(first.version + 2);
  });
});
