import { buildAdmin, buildMember, buildPassword, buildSession } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

// The server also refuses what a page had just begun to fetch when the account was deleted.
test.use({ expectedErrors: /40[13].*(\/rpc\/|get-session|sign-in)/ });

const deleted = 'Akun ini sudah dihapus.';

test('an open page says that an admin has deleted the account, and signing in knows no such account', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/profile', member);
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await lapau.call('delete_user_by_admin', { user_id_to_delete: member.id }, await buildAdmin(lapau));
  await expect(page.getByText(deleted)).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(/ditangguhkan/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(deleted)).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByText('Email atau password salah.').first()).toBeVisible();
  await expect(page.getByText(deleted)).toHaveCount(0);
});

test('an account that its person deletes on another phone is said to be deleted on this one only', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/profile', member);
  const other = await open('/foods', await buildSession(lapau, member.id));
  await expect(other.getByRole('link', { name: 'Profil' })).toBeVisible();
  await page.getByRole('button', { name: 'Hapus akun' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hapus akun?' });
  await dialog.getByLabel('Kata sandi', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Hapus akun' }).click();
  await expectToast(page, 'Akun Anda telah dihapus.');
  await expect(other.getByText(deleted)).toBeVisible();
  await expect(other).toHaveURL('/login');
  await expect(page.getByText(deleted)).toHaveCount(0);
});
