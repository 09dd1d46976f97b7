import { buildAdmin, buildMember, buildPassword } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.describe('a person who cannot read mails', () => {
  test.use({ expectedErrors: /400.*reset_password_with_code|401.*sign-in/ });

  test('sets a new password by the code that an admin reads out, once', async ({ lapau, open }) => {
    const full_name = unique('Nenek Ros');
    const member = await buildMember(lapau, { full_name });
    const oldPassword = await buildPassword(lapau, member);
    const signedIn = await open('/profile', member);
    await expect(signedIn.getByLabel('Email')).toHaveValue(member.email);

    const desk = await open(`/admin/users?cari=${encodeURIComponent(full_name)}`, await buildAdmin(lapau));
    await desk.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
    await desk.getByRole('menuitem', { name: 'Kode pemulihan' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Kode pemulihan' });
    await dialog.getByRole('button', { name: 'Buat kode' }).click();
    const code = (await dialog.getByRole('status', { name: 'Kode pemulihan' }).innerText()).trim();
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    await expect(dialog.getByText(member.email)).toBeVisible();
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: 'Tutup' }).click();
    await desk.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
    await desk.getByRole('menuitem', { name: 'Kode pemulihan' }).click();
    await expect(dialog.getByRole('button', { name: 'Buat kode' })).toBeVisible();
    await expect(dialog.getByText(code)).toHaveCount(0);

    // The person uses the code on another phone.
    const phone = await open('/login');
    await phone.getByRole('link', { name: 'Lupa Password' }).click();
    await phone.getByRole('link', { name: 'Pakai kode pemulihan' }).click();
    await phone.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(phone.getByText('Kode pemulihan wajib diisi.')).toBeVisible();
    await phone.getByLabel('Kode pemulihan').fill('2222 2222 2222');
    await phone.getByLabel('Kata sandi baru').fill('sandi nenek');
    await phone.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(
      phone.getByText('Kode pemulihan salah atau sudah tidak berlaku. Minta kode baru kepada admin.'),
    ).toBeVisible();
    await expect(phone.getByLabel('Kata sandi baru')).toHaveValue('sandi nenek');
    await expectAccessible(phone);
    await phone.getByLabel('Kode pemulihan').fill(code.toLowerCase().replaceAll('-', ' '));
    await phone.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(phone.getByText('Kata sandi baru tersimpan. Silakan masuk.')).toBeVisible();
    await expect(signedIn.getByText('Sesi Anda telah berakhir. Silakan masuk lagi.')).toBeVisible();

    await phone.getByLabel('Email').fill(member.email);
    await phone.getByLabel('Kata sandi', { exact: true }).fill(oldPassword);
    await phone.getByRole('button', { name: 'Masuk' }).click();
    await expect(phone.getByText('Email atau password salah.').first()).toBeVisible();
    await phone.getByLabel('Kata sandi', { exact: true }).fill('sandi nenek');
    await phone.getByRole('button', { name: 'Masuk' }).click();
    await expect(phone.getByRole('link', { name: 'Profil' })).toBeVisible();
    await phone.goto('/notifications');
    await expect(phone.getByText('Kata sandi Anda diganti dengan kode pemulihan dari admin.')).toBeVisible();
  });
});

test('an admin gets no code', async ({ lapau, open }) => {
  const full_name = unique('Admin Lain');
  await buildAdmin(lapau, { full_name });
  const page = await open(`/admin/users?cari=${encodeURIComponent(full_name)}`, await buildAdmin(lapau));
  await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
  await expect(page.getByRole('menuitem', { name: /Kode pemulihan/ })).toBeDisabled();
  await expect(page.getByText('Admin memakai Lupa Password.')).toBeVisible();
});

test.describe('when no code can be made', () => {
  test.use({ expectedErrors: /400.*create_recovery_code/ });

  test('the admin reads why', async ({ lapau, open }) => {
    const full_name = unique('Gagal Kode');
    await buildMember(lapau, { full_name });
    const page = await open(`/admin/users?cari=${encodeURIComponent(full_name)}`, await buildAdmin(lapau));
    await failCall(page, 'create_recovery_code');
    await page.getByRole('button', { name: `Tindakan untuk ${full_name}` }).click();
    await page.getByRole('menuitem', { name: 'Kode pemulihan' }).click();
    await page.getByRole('button', { name: 'Buat kode' }).click();
    await expectToast(
      page,
      'Gagal membuat kode pemulihan: Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.',
    );
  });
});
