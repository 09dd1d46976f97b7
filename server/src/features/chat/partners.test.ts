import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildConversation,
  buildFile,
  buildMember,
  buildMessage,
  buildSeller,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;
const admin = await buildAdmin(server);

async function setAvatar(name: 'update_avatar' | 'update_warung_avatar', person: BuiltMember) {
  const path = `${person.id}/${name === 'update_avatar' ? 'profile' : 'warung'}_avatar.webp`;
  await buildFile(server, { bucket: 'avatars', path, uploaded_by: person.id });
  await call(name, { path }, person);
}

async function changeStall(person: BuiltMember, change: { name?: string; bio?: string }) {
  const stall = (await call('get_my_warung', {}, person))!;
  const { name, bio, address, phone_number, whatsapp_number, closes_nightly, version } = stall;
  const fields = { name, bio, address, phone_number, whatsapp_number, closes_nightly, version };
  await call('update_my_warung', { ...fields, ...change }, person);
}

async function renameByAdmin({ id: warung_id }: BuiltMember) {
  const stall = await call('get_warung_by_admin', { warung_id }, admin);
  const { bio, address, phone_number, whatsapp_number, version } = stall;
  const fields = { warung_id, bio, address, phone_number, whatsapp_number, version };
  await call('update_warung_by_admin', { ...fields, name: 'Lapau Baru' }, admin);
}

const changeProfile = (person: BuiltMember, change: { full_name?: string; phone?: string }) => {
  const { full_name, address, nagari, kecamatan, phone } = person;
  return call('update_profile', { full_name, address, nagari, kecamatan, phone, ...change }, person);
};

async function becomeSeller(person: BuiltMember) {
  const { id } = await buildApplication(server, { user_id: person.id, warung_name: 'Dapua Uni Neti' });
  await call('approve_seller_application', { application_id: id }, admin);
}

const buildNamedSeller = () =>
  buildSeller(server, { profile: { full_name: 'Rosmaini' }, warung: { name: 'Dapua Etek' } });
const buildNamedMember = () => buildMember(server, { full_name: 'Yusnidar' });
const photo = (name: string) => expect.stringContaining(name) as unknown;

test.each([
  ['renames the stall', buildNamedSeller, (one) => changeStall(one, { name: 'Lapau Baru' }), ['Lapau Baru', null]],
  ['has the stall renamed by an admin', buildNamedSeller, renameByAdmin, ['Lapau Baru', null]],
  [
    'gives the stall a photo',
    buildNamedSeller,
    (one) => setAvatar('update_warung_avatar', one),
    ['Dapua Etek', photo('warung_avatar')],
  ],
  [
    'loses the stall',
    buildNamedSeller,
    ({ id }) => call('delete_warung_by_admin', { warung_id: id }, admin),
    ['Rosmaini', null],
  ],
  ['gets a stall', buildNamedMember, becomeSeller, ['Dapua Uni Neti', photo('warung_avatar')]],
  ['takes another name', buildNamedMember, (one) => changeProfile(one, { full_name: 'Uni Yus' }), ['Uni Yus', null]],
  [
    'takes another photo',
    buildNamedMember,
    (one) => setAvatar('update_avatar', one),
    ['Yusnidar', photo('profile_avatar')],
  ],
] satisfies [string, () => Promise<BuiltMember>, (person: BuiltMember) => Promise<unknown>, [string, unknown]][])(
  'who %s shows so in the conversations that are open elsewhere (D36)',
  async (_what, build, change, [full_name, avatar_url]) => {
    const person = await build();
    const partner = await buildSeller(server);
    const { id } = await buildConversation(server, { user1_id: person.id, user2_id: partner.id });
    await buildMessage(server, { conversation_id: id, sender_id: person.id });
    const page = await openPage(server.url, { cookie: partner.cookie });
    await change(person);
    const changed = { type: 'conversations_changed', conversation_id: id };
    expect(await page.signals()).toEqual([[`user:${partner.id}`, changed]]);
    const [row] = await call('get_user_conversations', {}, partner);
    expect(row!.other_user).toMatchObject({ full_name, avatar_url });
  },
);

test('what a conversation does not show refreshes none', async () => {
  const [cook, partner] = [await buildNamedSeller(), await buildMember(server)];
  await buildConversation(server, { user1_id: cook.id, user2_id: partner.id });
  const page = await openPage(server.url, { cookie: partner.cookie });
  await changeStall(cook, { bio: 'Buka pukul 6.' });
  await call('set_warung_open', { is_open: false, age_ms: 0 }, cook);
  await changeProfile(cook, { phone: '0810-0000-0077' });
  expect(await page.signals()).toEqual([]);
});
