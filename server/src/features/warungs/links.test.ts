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

test('a short address leads to its stall though the end of a sentence stands behind it', async () => {
  const cook = await buildSeller(server);
  for (const end of ['.', ')', '*', ',', '%20', '%22'])
    expect(await follow(`${server.platform.publicUrl}/w/${cook.id.slice(-8)}${end}`)).toEqual([
      302,
      `/warungs/${cook.id}`,
    ]);
  expect(await follow(`${server.platform.publicUrl}/w/${cook.id.slice(-8)}9`)).toEqual([302, '/warungs/tidak-ada']);
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
