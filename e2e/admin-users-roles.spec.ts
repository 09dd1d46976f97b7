import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// A page may have begun to fetch when its person lost the role.
test.use({ expectedErrors: /40[13].*(\/rpc\/|get-session)/ });

const setRole = (lapau: Lapau, admin: BuiltMember, person: BuiltMember, new_role: 'pembeli' | 'admin') =>
  lapau.call(
    'update_user_by_admin',
    { user_id_to_update: person.id, new_full_name: person.full_name, new_email: person.email, new_role },
    admin,
  );
async function openCode(page: Page, name: string) {
  await page.getByRole('button', { name: `Tindakan untuk ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Kode pemulihan' }).click();
  return page.getByRole('dialog', { name: 'Kode pemulihan' });
}

test('who becomes an admin, and who no longer is one, reads it at once and later', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const person = await buildMember(lapau);
  const password = await buildPassword(lapau, person);
  const page = await open('/profile', person);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await setRole(lapau, admin, person, 'admin');
  await expectToast(page, 'Peran Anda sekarang Admin.');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Kelola Pengguna' })).toBeVisible();

  await setRole(lapau, admin, person, 'pembeli');
  await expectToast(page, 'Peran Anda diubah admin. Silakan masuk lagi.');
  await expect(page.getByRole('heading', { name: 'Kelola Pengguna' })).toHaveCount(0);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  await page.goto('/notifications');
  await page.getByText('Peran Anda diubah admin: Admin menjadi Pembeli.').click();
  await expect(page).toHaveURL('/profile');
});

test('what an admin was told goes with the role, and does not come back with it (D131)', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const former = await buildAdmin(lapau);
  const password = await buildPassword(lapau, former);
  const cook = await buildSeller(lapau);
  const dish = await buildPost(lapau, { user_id: cook.id, food_name: unique('Gulai') });
  const page = await open('/notifications', former);
  await lapau.call('create_report', { reported_post_id: dish.id, reason: 'Bukan makanan' }, await buildMember(lapau));
  const told = page.getByRole('listitem').filter({ hasText: `melaporkan postingan ${dish.food_name}` });
  await expect(told).toBeVisible();

  const desk = await open(`/admin/users?cari=${encodeURIComponent(former.full_name)}`, admin);
  await desk.getByRole('button', { name: `Tindakan untuk ${former.full_name}` }).tap();
  await desk.getByRole('menuitem', { name: 'Edit' }).tap();
  const form = desk.getByRole('dialog', { name: 'Edit' });
  await form.getByLabel('Peran').selectOption('pembeli');
  await form.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(page, 'Peran Anda diubah admin. Silakan masuk lagi.');
  const signIn = async () => {
    await page.getByLabel('Email').fill(former.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).tap();
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  };
  await signIn();
  await page.goto('/notifications');
  await expect(page.getByText('Peran Anda diubah admin: Admin menjadi Pembeli.')).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Notifikasi, 1 belum dibaca/ })).toBeVisible();

  await setRole(lapau, admin, former, 'admin');
  await expect(page.getByText('Peran Anda diubah admin: Pembeli menjadi Admin.')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('a recovery code for somebody who was an admin is asked for by one admin and made by another (D80)', async ({
  lapau,
  open,
}) => {
  const [first, second] = [
    await buildAdmin(lapau, { full_name: unique('Uni Rosna') }),
    await buildAdmin(lapau, { full_name: unique('Pak Wali') }),
  ];
  const full_name = unique('Bu Former');
  const former = await buildAdmin(lapau, { full_name });
  await setRole(lapau, first, former, 'pembeli');
  const list = `/admin/users?cari=${encodeURIComponent(full_name)}`;
  const other = await open(list, second);
  const dialog = await openCode(other, full_name);
  await expect(dialog.getByRole('button', { name: 'Minta admin lain' })).toBeVisible();

  const page = await open(list, first);
  const asking = await openCode(page, full_name);
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Minta admin lain' }).click();
  await expect(asking.getByText(/^Permintaan Anda menunggu admin lain/)).toBeVisible();
  await expect(asking.getByRole('button', { name: /kode/i })).toHaveCount(0);

  // The other admin has the dialog open already.
  await expect(dialog.getByText(`${first.full_name} meminta kode ini.`)).toBeVisible();
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Setujui dan buat kode' }).click();
  await expect(dialog.getByRole('status', { name: 'Kode pemulihan' })).toHaveText(/^\w{4}-\w{4}-\w{4}$/);
  await other.goto('/notifications');
  await other.getByText(`${first.full_name} meminta kode pemulihan untuk ${full_name}`).click();
  await expect(other).toHaveURL('/admin/users');
});

test('the dialog says why an admin can neither ask for that code nor make it yet, and who can', async ({
  lapau,
  open,
}) => {
  const [first, second] = [
    await buildAdmin(lapau, { full_name: unique('Uni Rosna') }),
    await buildAdmin(lapau, { full_name: unique('Pak Wali') }),
  ];
  const full_name = unique('Bu Former');
  const [former, accomplice] = [await buildAdmin(lapau, { full_name }), await buildMember(lapau)];
  await setRole(lapau, first, accomplice, 'admin');
  await setRole(lapau, first, former, 'pembeli');
  const list = `/admin/users?cari=${encodeURIComponent(full_name)}`;
  const page = await open(list, accomplice);
  const dialog = await openCode(page, full_name);
  await expect(dialog.getByText('Anda waktu itu belum 7 hari menjadi admin.')).toContainText(first.full_name);
  await expect(dialog.getByText('Anda waktu itu belum 7 hari menjadi admin.')).toContainText(second.full_name);
  await expect(dialog.getByText(/^Mulai .* satu admin cukup\.$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /kode|minta/i })).toHaveCount(0);
  await expectAccessible(page);
});

test('the dialog says that there are no two such admins, and what the person can do', async ({ lapau, open }) => {
  const full_name = unique('Bu Former');
  const [admin, former] = [await buildAdmin(lapau), await buildAdmin(lapau, { full_name })];
  await setRole(lapau, admin, former, 'pembeli');
  // Everybody else who has been an admin for a week has been suspended since.
  const page = await open('/admin', admin);
  await page.route('**/rpc/get_all_users_with_profiles', async (route) => {
    const response = await route.fetch();
    const people = (await response.json()) as object[];
    const recovery_admins = [{ id: admin.id, full_name: admin.full_name }];
    await route.fulfill({ response, json: people.map((person) => ({ ...person, recovery_admins })) });
  });
  await page.goto(`/admin/users?cari=${encodeURIComponent(full_name)}`);
  const dialog = await openCode(page, full_name);
  await expect(dialog.getByText(/^Tidak ada dua admin seperti itu/)).toContainText('Lupa Password');
  await expect(dialog.getByRole('button', { name: /kode|minta/i })).toHaveCount(0);
});
