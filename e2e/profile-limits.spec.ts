import { buildMember } from '../server/src/testing/builders.ts';
import { pausePhotoReading, smallPhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test('a pasted text over its limit shows the limit at once and is not cut (D25)', async ({ lapau, open }) => {
  const page = await open('/profile', await buildMember(lapau));
  const address = page.getByLabel('Alamat');
  await address.fill('');
  await page.keyboard.insertText('a'.repeat(121));
  await expect(address).toHaveAccessibleDescription('Alamat paling banyak 120 huruf, sekarang 121.');
  await expect(address).toHaveValue('a'.repeat(121));
  await page.keyboard.press('Backspace');
  await expect(page.getByText(/paling banyak/)).toBeHidden();
  // Other errors show when the form is sent.
  await page.getByLabel('Nama lengkap').fill('');
  await expect(page.getByText('Nama lengkap wajib diisi.')).toBeHidden();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Nama lengkap wajib diisi.')).toBeVisible();
});

test('a number from a contact list is saved, and a name with many marks on a letter says why not (D135)', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const page = await open('/profile', member);
  const name = page.getByLabel('Nama lengkap');
  await name.fill(`Ra${'\u0301'.repeat(60)}ni`);
  await page.getByLabel('Nomor HP').fill('\u202a0810-0000-0001\u202c');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(name).toHaveAccessibleDescription(
    'Nama lengkap paling banyak punya empat tanda di atas dan di bawah satu huruf.',
  );
  await name.fill('\u2068Rani\u2069');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Profil berhasil diperbarui.');
  const stored = lapau.db.selectFrom('profiles').select(['full_name', 'phone']).where('id', '=', member.id);
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ full_name: 'Rani', phone: '0810-0000-0001' });
});

test("'Unggah' waits for a photo that is still being read", async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  const release = await pausePhotoReading(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ganti foto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto profil' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Pilih foto' }).click();
  await (await chooser).setFiles(await smallPhoto());
  await dialog.getByRole('button', { name: 'Unggah' }).click();
  await expect(dialog.getByRole('button').filter({ hasText: 'Membuka foto...' })).toBeVisible();
  await release();
  await expectToast(page, 'Avatar berhasil diunggah.');
  await expect(dialog).toBeHidden();
});
