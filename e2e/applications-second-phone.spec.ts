import { buildAdmin, buildMember, buildSession } from '../server/src/testing/builders.ts';
import { uploadTo } from '../server/src/testing/pictures.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('a second phone of an applicant shows that the application waits, and keeps what was typed for another one', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau, { phone: '0812-3456-7890' });
  const typed = unique('Lapau Urang Rumah');
  const phone = await open('/become-seller', await buildSession(lapau, member.id));
  await phone.getByLabel('Nama warung').fill(typed);
  await expect.poll(() => storedDrafts(phone)).toContain(typed);

  const { buffer } = await smallPhoto();
  const { body } = await uploadTo(lapau, `avatars/${member.id}/warung_avatar`, buffer, member);
  const id = crypto.randomUUID();
  const address = {
    street: 'Jorong Lolo',
    nagari: 'Koto Lamo',
    kecamatan: 'Kapur IX',
    city: 'Lima Puluh Kota',
    province: 'Sumatera Barat',
  };
  const photos = { warung_avatar_url: body.path, sample_menu_image_url: await storePhoto(lapau, member) };
  const phones = { phone_number: '0812-3456-7890' };
  await lapau.call('submit_application', { id, warung_name: 'Lapau Lain', ...phones, ...address, ...photos }, member);
  await expect(phone.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
  await expect(phone.getByLabel('Nama warung')).toHaveCount(0);
  await expect(phone.getByText('Anda diberi tahu begitu admin memutuskannya.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('link', { name: 'Ke Feed' })).toBeVisible();

  const { decision } = await lapau.call(
    'reject_seller_application',
    { application_id: id, reason: 'Foto gelap.' },
    admin,
  );
  await expect(phone.getByText('Foto gelap.')).toBeVisible();
  await expect(phone.getByLabel('Nama warung')).toHaveValue(typed);
  await lapau.call('undo_decision', { decision_id: decision.id }, admin);
  await expect(phone.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();

  await lapau.call('approve_seller_application', { application_id: id }, admin);
  await expect(phone).toHaveURL('/my-warung');
  await expectToast(phone, 'Warung Anda disetujui.');
});

test('an approval that is undone shows the application as waiting again, at once and later', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau);
  const { id } = await buildApplicationWithPhotos(lapau, member);
  const page = await open('/profile', member);
  const waiting = page.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' });
  await expect(waiting).toBeVisible();
  const { decision } = await lapau.call('approve_seller_application', { application_id: id }, admin);
  await expect(page.getByRole('listitem').getByRole('link', { name: 'Warung Saya' })).toBeVisible();
  await lapau.call('undo_decision', { decision_id: decision.id }, admin);
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('link', { name: 'Daftar Jadi Penjual' })).toHaveCount(0);
});
