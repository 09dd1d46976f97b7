import { buildAdmin, buildMember, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test('an admin finds a person, makes them penjual, suspends and activates them', async ({ lapau, open }) => {
  const full_name = unique('Reni Marlina');
  const member = await buildMember(lapau, { full_name });
  const page = await open('/admin/users', await buildAdmin(lapau));
  await page.getByRole('searchbox').fill(member.email);
  const card = page.getByRole('list', { name: 'Pengguna' }).getByRole('listitem');
  await expect(card).toHaveCount(1);
  await expect(page.getByText('1 pengguna', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit pengguna' });
  await form.getByLabel('Peran').selectOption('Penjual');
  await expect(form.getByText('Mendapat warung yang masih tutup, jika belum punya.')).toBeVisible();
  await form.getByLabel('Nagari').fill('Sialang');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Data pengguna berhasil diperbarui.');
  await expect(card.getByText('Penjual', { exact: true })).toBeVisible();
  expect(await lapau.call('get_my_warung', {}, member)).toMatchObject({ name: full_name, is_open: false });

  for (const [action, done, reason] of [
    ['Tangguhkan', 'ditangguhkan', 'Penipuan.'],
    ['Aktifkan', 'diaktifkan', undefined],
    ['Hapus', 'dihapus', 'Penipuan.'],
  ] as const) {
    await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await decide(page, action, reason);
    await expectToast(page, `Pengguna ${full_name} berhasil ${done}.`);
  }
  // The person leaves the list at once, though the decision can be taken back for ten seconds.
  await expect(page.getByText('Tidak ada pengguna yang cocok.')).toBeVisible();
});

test('who has come while another screen was shown is there when the list is opened again', async ({ lapau, open }) => {
  const page = await open('/admin/users', await buildAdmin(lapau));
  const tabs = page.getByRole('navigation', { name: 'Navigasi admin' });
  const people = page.getByRole('list', { name: 'Pengguna' });
  await expect(people).toBeVisible();
  await tabs.getByRole('link', { name: 'Warung' }).click();
  const stalls = page.getByRole('list', { name: 'Warung' });
  await expect(stalls.or(page.getByText('Belum ada warung yang terdaftar.'))).toBeVisible();
  await tabs.getByRole('link', { name: 'Promosi' }).click();
  await expect(page.getByRole('heading', { name: 'Manajemen Promosi' })).toBeVisible();
  const name = unique('Kadai Baru');
  // The stall is written without a signal, as if its signal had been sent long before the list is opened.
  await buildSeller(lapau, { profile: { full_name: name }, warung: { name } });
  await tabs.getByRole('link', { name: 'Pengguna' }).click();
  await expect(people.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await tabs.getByRole('link', { name: 'Warung' }).click();
  await expect(stalls.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
});

test('the list is filtered by role and status', async ({ lapau, open }) => {
  const name = unique('Saring');
  await buildMember(lapau, { full_name: `${name} satu`, is_suspended: true });
  await buildMember(lapau, { full_name: `${name} dua`, role: 'admin' });
  const page = await open(`/admin/users?cari=${encodeURIComponent(name)}`, await buildAdmin(lapau));
  const card = page.getByRole('list', { name: 'Pengguna' }).getByRole('listitem');
  await expect(card).toHaveCount(2);
  await page.getByLabel('Status').selectOption('Ditangguhkan');
  await expect(card).toHaveText([/satu/]);
  await page.getByLabel('Peran').selectOption('Admin');
  await expect(page.getByText('Tidak ada pengguna yang cocok.')).toBeVisible();
  await page.getByLabel('Status').selectOption('Semua status');
  await expect(card).toHaveText([/dua/]);
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|409/ });

  test('loading, saving, suspending and deleting', async ({ lapau, open }) => {
    const full_name = unique('Gagal Saja');
    await buildMember(lapau, { full_name });
    const taken = await buildMember(lapau);
    const detail = 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.';
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_all_users_with_profiles', { times: 1 });
    await page.goto(`/admin/users?cari=${encodeURIComponent(full_name)}`);
    await expect(page.getByText(`Gagal memuat data pengguna: ${detail}`)).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).click();

    await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit pengguna' });
    await form.getByLabel('Email').fill(taken.email);
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expect(form.getByText('Email sudah terdaftar.')).toBeVisible();
    await failCall(page, 'update_user_by_admin');
    await form.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, `Gagal memperbarui: ${detail}`);
    await expect(form.getByLabel('Email')).toHaveValue(taken.email);
    await form.getByRole('button', { name: 'Tutup' }).click();

    await failCall(page, 'toggle_user_suspension');
    await failCall(page, 'delete_user_by_admin');
    for (const [action, text] of [
      ['Tangguhkan', `Gagal mengubah status: ${detail}`],
      ['Hapus', `Gagal menghapus pengguna: ${detail}`],
    ] as const) {
      await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await decide(page, action, 'Penipuan.');
      await expectToast(page, text);
      // The chosen reason stays, so that the admin can try again.
      await expect(page.getByRole('radio', { name: 'Penipuan.' })).toBeChecked();
      await page.getByRole('button', { name: 'Batal' }).click();
    }
  });
});
