import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildConversation,
  buildFile,
  buildMember,
  buildMessage,
  buildSeller,
} from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;
const session = (as?: { token: string }) => call('get_session', {}, as);

test('the session is null for somebody who is not signed in', async () => {
  expect(await session()).toBeNull();
});

test('a pembeli’s session is their profile', async () => {
  const member = await buildMember(server, { avatar_url: 'x/profile_avatar.webp?t=1' });
  const { id, full_name, address, nagari, kecamatan, email, phone } = member;
  const avatar_url = '/storage/avatars/x/profile_avatar.webp?t=1';
  expect(await session(member)).toEqual({
    user: { id, user_metadata: { full_name, avatar_url } },
    profile: {
      id,
      full_name,
      address,
      nagari,
      kecamatan,
      email,
      phone,
      avatar_url,
      role: 'pembeli',
      is_suspended: false,
      version: 1,
      updated_at: expect.any(String),
      fcm_token: null,
    },
    warung: null,
    unread: { messages: 0, notifications: 0, other_notifications: 0 },
    session_id: expect.any(String),
  });
});

test('a seller’s session shows the stall’s name, and its photo where it has one', async () => {
  const seller = await buildSeller(server, {
    profile: { avatar_url: 'x/profile_avatar.webp' },
    warung: { name: 'Lapau Mak Itam' },
  });
  expect(await session(seller)).toMatchObject({
    user: { user_metadata: { full_name: 'Lapau Mak Itam', avatar_url: '/storage/avatars/x/profile_avatar.webp' } },
    profile: { full_name: seller.full_name, role: 'penjual' },
    warung: { name: 'Lapau Mak Itam', avatar_url: null, is_open: true },
  });
  const former = await buildSeller(server, { profile: { role: 'pembeli' } });
  expect(await session(former)).toMatchObject({
    user: { user_metadata: { full_name: former.full_name } },
    warung: null,
  });
});

test('unread counts are exact (D34)', async () => {
  const [member, other] = [await buildMember(server), await buildMember(server)];
  const { id } = await buildConversation(server, { user1_id: other.id, user2_id: member.id });
  for (const sender of [other, other, other, member]) {
    await buildMessage(server, { conversation_id: id, sender_id: sender.id });
  }
  await call('mark_conversation_read', { conversation_id: id, sequence: 1 }, member);
  expect((await session(member))?.unread).toMatchObject({ messages: 2, notifications: 0 });
  expect((await session(other))?.unread).toMatchObject({ messages: 1, notifications: 0 });
});

test('a suspended person gets the reason, and so does the seller of a suspended stall (D7)', async () => {
  const admin = await buildAdmin(server);
  const [member, seller] = [await buildMember(server), await buildSeller(server)];
  expect(await session(member)).not.toBeNull();
  await call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
  await expect(session(member)).rejects.toMatchObject({ status: 403, code: 'account_suspended' });
  await expect(session(seller)).rejects.toMatchObject({ status: 403, code: 'warung_suspended' });
});

test('a person can change their profile, but not its protected columns (D8, D13)', async () => {
  const member = await buildMember(server);
  const page = await openPage(server.url, { cookie: member.cookie });
  const input = {
    full_name: ' Reni  Marlina ',
    address: '',
    nagari: ' nagari  Koto  Lamo',
    kecamatan: 'kapur 9',
    phone: '(0752) 90123',
  };
  await call('update_profile', input, member);
  expect((await session(member))?.profile).toMatchObject({
    ...input,
    full_name: 'Reni  Marlina',
    nagari: 'Koto Lamo',
    email: member.email,
    role: 'pembeli',
  });
  expect(await page.nextSignals(1)).toEqual([[`user:${member.id}`, { type: 'profile_changed' }]]);
  for (const column of ['role', 'email', 'is_suspended', 'id', 'avatar_url', 'updated_at']) {
    const { status } = await server.rawCall('update_profile', { ...input, [column]: 'admin' }, member);
    expect(status, column).toBe(422);
  }
  expect((await session(member))?.profile).toMatchObject({ role: 'pembeli', email: member.email, is_suspended: false });
});

test('a phone that is none is refused, and may be left out (D22)', async () => {
  const member = await buildMember(server);
  const input = { full_name: 'Reni', address: '', nagari: '', kecamatan: '' };
  expect(await server.rawCall('update_profile', { ...input, phone: 'tidak ada' }, member)).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', details: { phone: 'Nomor HP tidak benar. Contoh: 0812-3456-7890.' } },
  });
  await call('update_profile', { ...input, phone: '' }, member);
  expect((await session(member))?.profile.phone).toBe('');
});

test('a reserved name is refused, except to admins and to a person who has it already (D63)', async () => {
  const member = await buildMember(server, { full_name: 'Novi Yanti' });
  const admin = await buildAdmin(server, { full_name: 'Noviyanti' });
  const rename = (full_name: string, as: typeof member) => {
    const { address, nagari, kecamatan, phone } = as;
    return server.rawCall('update_profile', { full_name, address, nagari, kecamatan, phone }, as);
  };
  for (const name of ['Noviyanti', 'LAPAU', 'Noviyanti\u200b']) {
    expect(await rename(name, member), name).toMatchObject({
      status: 422,
      body: { code: 'name_reserved', details: { full_name: 'Nama ini hanya untuk pengelola. Pilih nama lain.' } },
    });
  }
  expect((await rename('Novi Yanti', member)).status).toBe(200);
  expect(await rename('N\u043eviyanti', member)).toMatchObject({ status: 422, body: { code: 'name_mixed' } });
  expect((await rename('Lapau', admin)).status).toBe(200);
});

test('an admin takes no name that looks like another person’s or their stall’s (D63)', async () => {
  await buildMember(server, { full_name: 'Yulisma' });
  await buildSeller(server, { warung: { name: 'Dapur Yul' } });
  const admin = await buildAdmin(server, { full_name: 'Upiak' });
  const { address, nagari, kecamatan, phone } = admin;
  const rename = (full_name: string) =>
    server.rawCall('update_profile', { full_name, address, nagari, kecamatan, phone }, admin);
  for (const name of ['YULISMA', 'Dapur-Yul']) {
    expect(await rename(name)).toMatchObject({
      status: 409,
      body: { code: 'name_in_use', details: { full_name: expect.stringContaining('mirip') } },
    });
  }
  expect((await rename('Upiak Yulisma')).status).toBe(200);
});

test('a photo from the person’s own folder can become their avatar (D47, D48)', async () => {
  const [member, other] = [await buildMember(server), await buildMember(server)];
  const path = `${member.id}/profile_avatar.webp`;
  await expect(call('update_avatar', { path }, member)).rejects.toMatchObject({ code: 'file_not_found' });
  await buildFile(server, { bucket: 'avatars', path, uploaded_by: member.id });
  const { avatar_url } = await call('update_avatar', { path }, member);
  expect(avatar_url).toMatch(new RegExp(`^/storage/avatars/${path}\\?t=\\d+$`));
  expect((await session(member))?.profile.avatar_url).toBe(avatar_url);
  await expect(call('update_avatar', { path }, other)).rejects.toMatchObject({ code: 'file_not_yours' });
});

test('a profile that was changed on another phone or by an admin is refused with the present one (D70)', async () => {
  const member = await buildMember(server);
  const admin = await buildAdmin(server);
  const { full_name, address, nagari, kecamatan, version } = member;
  const mine = { full_name, address, nagari, kecamatan, phone: '0812-0000-0001', version };
  const saved = await server.rawCall('update_profile', mine, member);
  expect(saved).toMatchObject({ status: 200, body: { updated: true, profile: { phone: '0812-0000-0001' } } });
  expect(await server.rawCall('update_profile', mine, member), 'the same again').toEqual(saved);

  const { profile } = saved.body as { profile: { version: number } };
  const edit = {
    user_id_to_update: member.id,
    new_full_name: full_name,
    new_email: member.email,
    new_phone: '0812-0000-0002',
  };
  await server.call('update_user_by_admin', { ...edit, new_address: 'Jorong Lain' }, admin);
  const other = { ...mine, phone: '0812-0000-0003', version: profile.version };
  expect(await server.rawCall('update_profile', other, member)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { phone: '0812-0000-0002', address: 'Jorong Lain' } },
  });
  const unseen = { full_name, address, nagari, kecamatan, phone: '0812-0000-0003' };
  expect((await server.rawCall('update_profile', unseen, member)).status, 'without a version').toBe(200);
});
