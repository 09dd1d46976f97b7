import type { SettingKey } from '@lapau/contract/settings';
import { buildAdmin, buildMember } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/story.ts';

test('the about page shows the default text until an admin sets one', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const set = (key_to_update: SettingKey, value_to_update: string) =>
    lapau.call('update_app_setting', { key_to_update, value_to_update }, admin);
  const page = await open('/profile', await buildMember(lapau));
  await page.getByRole('link', { name: 'Tentang' }).click();
  await expect(page.getByRole('heading', { name: 'Tentang Lapau' })).toBeVisible();
  await expect(page.getByText('Lapau mempertemukan warung di nagari dengan tetangganya')).toBeVisible();
  const features = page.getByRole('region', { name: 'Fitur' }).getByRole('listitem');
  await expect(features).toHaveCount(4);
  await expect(page.getByText('Selamat Datang!')).toBeHidden();
  try {
    await set('about_text', 'Pasar kampung kita.\nDi ponsel.');
    await set('mission_text', 'Semua dapur mengepul.');
    await set('features_text', 'Cari\n\nSimpan\nSimpan');
    await set('contact_info', 'Email: halo@lapau.example\nWhatsApp: 0812-3456-7890\nKantor Camat, Jorong Pasa');
    await set('announcement_text', 'Gotong royong hari Minggu.\nBawa cangkul.');
    await expect(page.getByText('Pasar kampung kita.\nDi ponsel.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Misi' })).toContainText('Semua dapur mengepul.');
    await expect(features).toHaveText(['Cari', 'Simpan']);
    await expect(page.getByRole('region', { name: 'Selamat Datang!' })).toContainText('Bawa cangkul.');
    const contact = page.getByRole('region', { name: 'Kontak' });
    await expect(contact.getByRole('listitem')).toHaveCount(3);
    await expect(contact.getByRole('link', { name: 'halo@lapau.example' })).toHaveAttribute(
      'href',
      'mailto:halo@lapau.example',
    );
    await expect(contact.getByRole('link', { name: '0812-3456-7890' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/6281234567890\?/,
    );
    await expectAccessible(page);
  } finally {
    for (const key of ['about_text', 'mission_text', 'features_text', 'contact_info', 'announcement_text'] as const) {
      await set(key, '');
    }
  }
  await expect(features).toHaveCount(4);
  await page.getByRole('link', { name: 'Kebijakan privasi' }).click();
  await expect(page).toHaveURL('/privasi');
});
