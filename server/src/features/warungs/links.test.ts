import { expect, test } from 'vitest';
import { buildMember, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;

const follow = async (url: string) => {
  const response = await server.request(new URL(url).pathname, { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
};

test('a stall’s addresses start with PUBLIC_URL, and still work after a rename (D5)', async () => {
  const cook = await buildSeller(server);
  const links = await call('get_my_warung_links', {}, cook);
  expect(links).toEqual({
    url: `${server.platform.publicUrl}/warungs/${cook.id}`,
    short_url: `${server.platform.publicUrl}/w/${cook.id.slice(-8)}`,
  });
  const before = (await call('get_my_warung', {}, cook))!;
  const { bio, address, phone_number, whatsapp_number, closes_nightly, version } = before;
  const fields = { bio, address, phone_number, whatsapp_number, closes_nightly, version };
  await call('update_my_warung', { ...fields, name: 'Nama Baru' }, cook);
  expect(await call('get_my_warung_links', {}, cook)).toEqual(links);
  expect(await follow(links.short_url)).toEqual([302, `/warungs/${cook.id}`]);
  expect(await follow(links.short_url.toUpperCase().replace('/W/', '/w/'))).toEqual([302, `/warungs/${cook.id}`]);
  const warung_id = new URL(links.url).pathname.slice('/warungs/'.length);
  expect(await call('get_warung', { warung_id }, await buildMember(server))).toMatchObject({ name: 'Nama Baru' });
});

test('an id that ends like a stall’s has a code of its own, and the stall keeps its one', async () => {
  const [cook, alike] = [
    await buildSeller(server, { profile: { id: '0190aaaa-0000-7000-8000-0000deadbeef' } }),
    await buildSeller(server, { profile: { id: '0190bbbb-0000-7000-8000-0000deadbeef' } }),
  ];
  expect(await follow(`${server.platform.publicUrl}/w/deadbeef`)).toEqual([302, `/warungs/${cook.id}`]);
  const { short_url } = await call('get_my_warung_links', {}, alike);
  expect(short_url).not.toContain('deadbeef');
  expect(await follow(short_url)).toEqual([302, `/warungs/${alike.id}`]);
});

test('a short address leads to its stall however it is typed', async () => {
  const cook = await buildSeller(server, { profile: { id: '0190cccc-0000-7000-8000-00001a01e9f0' } });
  const ends = [
    '.',
    ')',
    '*',
    ',',
    '/',
    '//',
    '/.',
    '%20',
    '%22',
    '%2520',
    '%E2%80%9D',
    '%20dan%20datanglah',
    '?utm=x',
  ];
  const codes = [
    '１ａ０１ｅ９ｆ０',
    '١a٠١e٩f٠',
    '१a०१e९f०',
    '𝟏a𝟎𝟏e𝟗f𝟎',
    '1a01–e9f0',
    '1a01\u00ADe9f0',
    '1a01\u200Be9f0',
    '“1a01e9f0”',
  ];
  const typed = [
    '/W/1A01E9F0',
    '/w/1aO1e9fo',
    '/w/la0Ie9f0',
    '/w/LAOIE9FO',
    '//w/1a01e9f0',
    '/W1A01E9F0',
    '/w%2F1a01e9f0',
    '/w%201a01e9f0',
    '/w/1a01%20e9f0',
    '/w/1a01-e9f0',
    '/w/1a01.e9f0',
    '/w/1a01/e9f0',
    '/w/%201%20a%200%201%20e%209%20f%200',
    '/w/(1a01e9f0)',
    "/w/'1a01e9f0'",
    '/w/%5B1a01e9f0%5D',
    '/w/1a01e9f0%',
    '/w/1a01e9f0%E2%80',
    ...ends.map((end) => `/w/1a01e9f0${end}`),
    ...codes.map((code) => `/w/${encodeURIComponent(code)}`),
  ];
  const found = typed.map(async (one) => {
    const response = await server.request(one, { redirect: 'follow' });
    return [one, new URL(response.url).pathname];
  });
  expect(await Promise.all(found)).toEqual(typed.map((one) => [one, `/warungs/${cook.id}`]));
  for (const other of ['/w/1a01e9f09', '/w/1a01e9f', '/w/1a01e9fg', '/w/1a01e9f%20dan', '/w/', '/w/%E2%80%9C%E2%80%9D'])
    expect(await follow(server.platform.publicUrl + other), other).toEqual([302, '/warungs/tidak-ada']);
});

test('who has no stall has no address', async () => {
  const admin = await buildMember(server, { role: 'admin' });
  await expect(call('get_my_warung_links', {}, admin)).rejects.toMatchObject({ code: 'warung_not_found' });
});

test('a short address of no stall or of a hidden one leads to none (D11)', async () => {
  const hidden = await buildSeller(server, { warung: { is_suspended: true } });
  for (const code of [hidden.id.slice(-8), '00000000', 'x', '%27%20or%201=1']) {
    expect(await follow(`${server.platform.publicUrl}/w/${code}`), code).toEqual([302, '/warungs/tidak-ada']);
  }
});
