import { expect, test } from 'vitest';
import { buildFile, buildMember, buildPassword, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;
const reader = await buildMember(server);

/** Signals that another person's page receives while it shows the feed and the person's stall. */
async function signalsAt(person: BuiltMember, happen: () => Promise<unknown>) {
  const page = await openPage(server.url, { cookie: reader.cookie });
  await page.join('feed', `warung:${person.id}`);
  await happen();
  return page.signals();
}

const warungChanged = ({ id }: BuiltMember) => [`warung:${id}`, { type: 'warung_changed', warung_id: id }];
const manyPostsChanged = ['feed', { type: 'feed_changed' }];

test('a seller’s new nagari or photo is signalled to their stall’s open pages and the feed', async () => {
  const seller = await buildSeller(server);
  const { full_name, address, kecamatan, phone } = seller;
  const profile = { full_name, address, nagari: 'Koto Lamo', kecamatan, phone };
  const path = `${seller.id}/profile_avatar.webp`;
  await buildFile(server, { bucket: 'avatars', path, uploaded_by: seller.id });
  for (const change of [() => call('update_profile', profile, seller), () => call('update_avatar', { path }, seller)]) {
    expect(await signalsAt(seller, change)).toEqual([warungChanged(seller), manyPostsChanged]);
  }
});

test('deleting an account signals its posts, comments and stall to open pages', async () => {
  const seller = await buildSeller(server);
  const password = await buildPassword(server, seller);
  const signals = await signalsAt(seller, () => call('delete_account', { password }, seller));
  expect(signals).toEqual([manyPostsChanged, warungChanged(seller)]);
});
