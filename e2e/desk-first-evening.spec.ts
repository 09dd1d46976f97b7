import sharp from 'sharp';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { storePhoto } from './support/photos.ts';
import { scan } from './support/scan.ts';
import { takeShared, withShareSheet } from './support/share-sheet.ts';
import { signUp } from './support/sign-up.ts';
import { test as base, expect, ownServer } from './support/story.ts';
import { unique } from './support/unique.ts';

/** The story has a server of its own, as its village is empty. */
const test = base.extend({ lapau: ownServer });

test('the first evening of a village: its admin is led to the first steps, a buyer asks a cook in, and the cook finds the way', async ({
  lapau,
  open,
}) => {
  const admin = await open('/admin', await buildAdmin(lapau));
  const steps = admin.getByRole('region', { name: 'Langkah pertama' });
  await expect(steps).toContainText('0 dari 4');
  await expect(steps.getByRole('link', { name: 'Ajak warung yang pertama' })).toBeInViewport();
  await expectAccessible(admin);
  await steps.getByRole('link', { name: 'Tentukan kecamatan yang boleh mendaftar' }).tap();
  await expect(admin.getByRole('heading', { name: 'Pendaftaran' })).toBeInViewport();
  await admin.getByLabel('Kecamatan yang boleh mendaftar').fill('Kapur IX');
  await admin.getByRole('button', { name: 'Simpan' }).tap();
  await expect(admin.getByText('Pengaturan berhasil disimpan!')).toBeVisible();
  await admin.getByRole('button', { name: 'Kembali' }).tap();
  await expect(steps).toContainText('1 dari 4');
  await expect(steps.getByRole('listitem').filter({ hasText: 'kecamatan' })).toContainText('Sudah');

  const buyer = await open('about:blank', await buildMember(lapau));
  await withShareSheet(buyer);
  await buyer.goto('/');
  const sentence = buyer.getByText('Kenal yang pandai memasak? Ajak memasangnya di sini.');
  await expect(sentence).toBeVisible();
  await expect(buyer.getByRole('link', { name: 'Daftar Jadi Penjual' })).toBeVisible();
  await buyer.getByRole('searchbox').fill('rendang');
  await expect(buyer).toHaveURL('/?cari=rendang');
  await expect(sentence).toBeVisible();
  await expect(buyer.getByText('Coba ubah filter')).toHaveCount(0);
  await buyer.getByRole('button', { name: 'Hapus filter' }).tap();
  await expect(buyer).toHaveURL('/');
  for (const tab of ['Makanan', 'Warung']) {
    await buyer.getByRole('link', { name: tab, exact: true }).tap();
    await expect(sentence).toBeVisible();
  }
  await buyer.getByRole('link', { name: 'Ajak warung' }).tap();
  const picture = buyer.getByRole('img', { name: /^Undangan dengan kode QR/ });
  await expect(picture).toBeVisible();
  await expectAccessible(buyer);
  expect(await layoutFaults(buyer)).toEqual([]);
  await buyer.getByRole('button', { name: 'Bagikan' }).tap();
  const { files, text } = await takeShared(buyer);
  const [file] = files;
  if (!file) throw new Error('There is no picture.');
  // WhatsApp makes it smaller.
  const { text: address } = await scan(await sharp(file.bytes).resize(540).jpeg({ quality: 60 }).toBuffer());
  expect(address).toBe(`${lapau.url}/become-seller`);
  expect(text).toContain(address);

  const cook = await open(address);
  await expect(cook.getByText('Pasang masakan Anda di sini')).toBeVisible();
  await cook.getByRole('link', { name: 'Daftar Akun Baru' }).tap();
  await signUp(cook, `${unique('yusna').replace(' ', '-')}@lapau.test`);
  await expect(cook).toHaveURL('/become-seller');

  const seller = await buildSeller(lapau);
  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  await buyer.goto('/');
  await expect(buyer.getByRole('article')).toBeVisible();
  await admin.reload();
  await expect(steps).toContainText('2 dari 4');
  for (let stalls = 1; stalls < 3; stalls += 1) await buildSeller(lapau);
  await admin.reload();
  await expect(admin.getByRole('heading', { name: 'Belum diatur' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
