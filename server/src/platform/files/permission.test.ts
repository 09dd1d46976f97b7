import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const png = await plainPicture().png().toBuffer();
const people = {
  signedOut: undefined,
  pembeli: await buildMember(server),
  penjual: await buildSeller(server),
  admin: await buildAdmin(server),
  suspended: await buildMember(server, { is_suspended: true }),
  penjualOfSuspendedWarung: await buildSeller(server, { warung: { is_suspended: true } }),
};
type Person = keyof typeof people;
const otherMember = await buildMember(server);
const stall = await buildSeller(server);
const everybody = Object.keys(people) as Person[];
const signedIn = new Set<Person>(['pembeli', 'penjual', 'admin']);

const own = (who: Person) => people[who]?.id ?? otherMember.id;
const admins = new Set<Person>(['admin']);
const rules: [name: string, to: (who: Person) => string, allowed: Set<Person>][] = [
  ['own posts', (who) => `posts/${own(who)}`, signedIn],
  ['own stall photo', (who) => `avatars/${own(who)}/warung_avatar`, signedIn],
  ['own photo', (who) => `avatars/${own(who)}/profile_avatar`, signedIn],
  ['posts of a stall', () => `posts/${stall.id}`, admins],
  ['photo of a stall', () => `avatars/${stall.id}/warung_avatar`, admins],
  ['posts of somebody without a stall', () => `posts/${otherMember.id}`, new Set()],
  ['posts of an unknown id', () => 'posts/00000000-0000-7000-8000-000000000000', new Set()],
  ['no id', () => 'posts/public', new Set()],
  ['logo', () => 'avatars/public/logo', admins],
  ['favicon', () => 'avatars/public/favicon', admins],
  ['announcement', () => 'avatars/public/announcement', admins],
  ['banner', () => `avatars/promo_banners/${stall.id}`, admins],
  ['another public name', () => 'avatars/public/index', new Set()],
  ['a stall photo in public', () => 'avatars/public/warung_avatar', new Set()],
  ['a banner without an id', () => 'avatars/promo_banners/x', new Set()],
  ['another name', (who) => `avatars/${own(who)}/other`, new Set()],
  ['no folder', () => 'posts/', new Set()],
  ['no such bucket', (who) => `secrets/${own(who)}`, new Set()],
];

test.each(rules)('%s: only the allowed people may upload (D19)', async (_name, to, allowed) => {
  for (const who of everybody) {
    const { status, body } = await uploadTo(server, to(who), png, people[who]);
    expect([who, status === 200]).toEqual([who, allowed.has(who)]);
    if (status === 200) continue;
    expect([401, 403, 404, 405]).toContain(status);
    expect(body).toEqual({ code: expect.any(String), message: expect.any(String) });
  }
});

test('each refusal has its own error code', async () => {
  const code = async (who: Person, to: string, headers = {}) =>
    (await uploadTo(server, to, png, people[who], headers)).body.code;
  expect(await code('signedOut', `posts/${otherMember.id}`)).toBe('unauthenticated');
  expect(await code('penjual', `posts/${stall.id}`)).toBe('file_not_yours');
  expect(await code('penjual', 'avatars/public/logo')).toBe('forbidden');
  expect(await code('admin', `posts/${otherMember.id}`)).toBe('warung_not_found');
  expect(await code('suspended', `posts/${own('suspended')}`)).toBe('account_suspended');
  expect(await code('penjualOfSuspendedWarung', `posts/${own('penjualOfSuspendedWarung')}`)).toBe('warung_suspended');
  expect(await code('penjual', `posts/${own('penjual')}`, { origin: 'https://elsewhere.test' })).toBe('foreign_origin');
});
