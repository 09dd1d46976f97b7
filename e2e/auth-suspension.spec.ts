import { buildAdmin, buildMember, buildPassword, buildSeller } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';

test.use({ expectedErrors: /40[13].*(get_session|get-session|sign-in)/ });

const suspendedAccount = 'Akun Anda telah ditangguhkan. Silakan hubungi admin.';
const suspendedStall = 'Akun warung Anda ditangguhkan. Silakan hubungi admin.';

test('a suspended person is signed out at once, and signing in says why (D7)', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open('/profile', member);
  await expect(page.getByLabel('Email')).toHaveValue(member.email);

  await lapau.call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
  await expect(page.getByText(suspendedAccount)).toBeVisible();
  await expect(page).toHaveURL('/login');

  // The first text disappears before the next one shows.
  await expect(page.getByText(suspendedAccount)).toBeHidden();
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByText(suspendedAccount)).toBeVisible();
  await expect(page).toHaveURL('/login');

  await lapau.call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: false }, admin);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
});

test('a seller whose stall is suspended is signed out at once', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const seller = await buildSeller(lapau);
  const password = await buildPassword(lapau, seller);
  const page = await open('/my-warung/tambah-menu', seller);
  await expect(page.getByRole('heading', { name: 'Tambah Menu' })).toBeVisible();

  await lapau.call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
  await expect(page.getByText(suspendedStall)).toBeVisible();
  await expect(page).toHaveURL('/login');

  await expect(page.getByText(suspendedStall)).toBeHidden();
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByText(suspendedStall)).toBeVisible();
});

test('a page that was offline during the suspension shows it when it is online again', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau);
  const page = await open('/privasi', member);
  await page.goto('about:blank');
  await lapau.call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
  await page.goto('/profile');
  await expect(page.getByText(suspendedAccount)).toBeVisible();
  await expect(page).toHaveURL('/login');
});
