import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('a number from the contact list and a nagari as others write it are taken, and the dishes stand under their nagari (D136)', async ({
  lapau,
  open,
}) => {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari } });
  const neighbour = await buildSeller(lapau, { profile: { nagari } });
  for (const cook of [seller, neighbour])
    await buildPost(lapau, { user_id: cook.id, images: [await storePhoto(lapau, cook)], food_name: "Ka'o Lamang" });

  const page = await open('/profile', seller);
  await page.getByLabel('Nomor HP').fill('\u202a0810-0000-0001\u202c');
  await page.getByLabel('Nagari').fill(`Nag. ${nagari}\u200b,`);
  await page.getByLabel('Kecamatan').fill('Kec. Kapur IX.');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Profil berhasil diperbarui.');
  await expect(page.getByLabel('Nomor HP')).toHaveValue('0810-0000-0001');
  await expect(page.getByLabel('Nagari')).toHaveValue(nagari);
  await expect(page.getByLabel('Kecamatan')).toHaveValue('Kapur IX');

  const reader = await open(
    `/?nagari=${encodeURIComponent(`nagari ${nagari.toUpperCase()}.`)}`,
    await buildMember(lapau),
  );
  await expect(reader.getByRole('article')).toHaveCount(2);
  const filter = reader.getByRole('combobox', { name: 'Nagari' });
  await expect(filter).toHaveValue(nagari);
  await expect(filter.locator('option').filter({ hasText: new RegExp(nagari, 'i') })).toHaveText([`${nagari} (2)`]);
  await reader.getByRole('searchbox').fill('ka\u2019o lamang');
  await expect(reader).toHaveURL(/cari=/);
  await expect(reader.getByRole('article')).toHaveCount(2);
  await expect(reader.getByText(/^Menampilkan hasil/)).toHaveCount(0);
});
