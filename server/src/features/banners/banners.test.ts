import { expect, test } from 'vitest';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const reader = await buildMember(server);
const banner = (is_active: boolean) =>
  server.platform.transaction(async (tx) => {
    const values = { image_url: 'promo_banners/x.webp', link_url: 'https://lapau.example/', is_active };
    tx.signal('banners', { type: 'banners_changed' });
    return tx.db.insertInto('promo_banners').values(values).returning('id').executeTakeFirstOrThrow();
  });

test('the active banner shows as soon as there is one, and an inactive one never', async () => {
  expect(await server.call('get_active_banner', {}, reader)).toBeNull();
  await banner(false);
  expect(await server.call('get_active_banner', {}, reader)).toBeNull();
  const { id } = await banner(true);
  expect(await server.call('get_active_banner', {}, reader)).toEqual({
    id,
    image_url: '/storage/avatars/promo_banners/x.webp',
    link_url: 'https://lapau.example/',
  });
});

test('the database holds one active banner at most (D39)', async () => {
  await server.db.deleteFrom('promo_banners').execute();
  await banner(true);
  await expect(banner(true)).rejects.toMatchObject({ constraint: 'promo_banners_one_active' });
});
