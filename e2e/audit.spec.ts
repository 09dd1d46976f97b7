import { buildAdmin, buildMember } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('an admin reads who did what, to whom and why, and finds it by person, action and item', async ({
  lapau,
  open,
}) => {
  const [first, second, person] = [unique('Admin Satu'), unique('Admin Dua'), unique('Bu Ani')];
  const admin = await buildAdmin(lapau, { full_name: first });
  const other = await buildAdmin(lapau, { full_name: second });
  const member = await buildMember(lapau, { full_name: person, nagari: 'Sialang' });
  const suspended = { user_id_to_toggle: member.id, suspended: true, reason: 'Menjual barang terlarang.' };
  await lapau.call('toggle_user_suspension', suspended, admin);
  await lapau.call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: false }, admin);
  const edit = { user_id_to_update: member.id, new_full_name: person, new_email: member.email };
  await lapau.call('update_user_by_admin', { ...edit, new_nagari: 'Galugua', new_phone: member.phone }, other);
  const { decision } = await lapau.call('toggle_user_suspension', suspended, admin);
  await lapau.call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  const long = `https://pasar.example/${'Kapur_IX_'.repeat(20)}`;
  await lapau.call('update_app_setting', { key_to_update: 'footer_credit_link', value_to_update: long }, other);
  const title = { key_to_update: 'footer_credit_text' as const, value_to_update: unique('Dibuat') };
  await lapau.call('update_app_setting', title, other);

  const page = await open('/admin/settings', admin);
  await page.getByRole('link', { name: 'Catatan tindakan' }).click();
  const entries = page.getByRole('list', { name: 'Tindakan' }).getByRole('listitem');
  await expect(entries.first()).toContainText(`${second} mengubah pengaturan Tulisan kaki halaman.`);
  await expect(entries.filter({ hasText: `mengubah data ${person}` })).toContainText('Nagari: Sialang menjadi Galugua');
  const suspension = entries.filter({ hasText: `${first} menangguhkan akun ${person}` });
  await expect(suspension.first()).toContainText('Alasan: Menjual barang terlarang.');
  await expect(entries.filter({ hasText: `${first} membatalkan penangguhan akun ${person}.` })).toHaveCount(1);
  await expect(entries.filter({ hasText: long })).toHaveCount(1);
  await expectAccessible(page);

  await suspension
    .first()
    .getByRole('button', { name: `Semua tentang ${person}` })
    .click();
  await expect(page.getByRole('heading', { name: `Semua tentang ${person}` })).toBeVisible();
  await expect(entries).toHaveCount(5);
  await expect(entries.getByRole('button', { name: `Semua tentang ${person}` })).toHaveCount(0);
  await page.getByLabel('Tindakan').first().selectOption('Data pengguna diubah');
  await expect(entries).toHaveCount(1);
  await page.reload();
  await expect(entries).toHaveText([new RegExp(`${second} mengubah data ${person}`)]);
  await page.getByRole('button', { name: 'Tampilkan semua orang' }).click();
  await expect(page).toHaveURL('/admin/log?tindakan=update_user_by_admin');
  await page.goto(`/admin/users?cari=${encodeURIComponent(person)}`);
  await page.getByRole('button', { name: `Tindakan untuk ${person}` }).click();
  await page.getByRole('menuitem', { name: 'Catatan tindakan' }).click();
  await expect(entries).toHaveCount(5);
  await page.getByRole('button', { name: 'Tampilkan semua orang' }).click();
  await entries
    .filter({ hasText: 'Tulisan kaki halaman' })
    .first()
    .getByRole('button', { name: 'Riwayat hal ini' })
    .click();
  await expect(page.getByRole('heading', { name: 'Riwayat satu hal' })).toBeVisible();
  await expect(entries.first()).toContainText('mengubah pengaturan Tulisan kaki halaman');
  await expect(entries.filter({ hasText: person })).toHaveCount(0);
  await lapau.call('update_app_setting', { key_to_update: 'footer_credit_link', value_to_update: '' }, other);
});

test.describe('without an answer', () => {
  test.use({ expectedErrors: /400|422/ });

  test('the log says so, and a filter that cannot be is cleared', async ({ lapau, open }) => {
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_audit_log', { times: 1 });
    await page.goto('/admin/log');
    await expect(page.getByText('Gagal memuat catatan tindakan.')).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(page.getByText('Gagal memuat catatan tindakan.')).toHaveCount(0);
    await page.goto('/admin/log?orang=bukan-orang');
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await expect(page).toHaveURL('/admin/log');
    await page.goto('/admin/log?tindakan=create_first_admin');
    await expect(page.getByText('Tidak ada tindakan yang cocok.')).toBeVisible();
  });
});
