import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPassword, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/story.ts';

// The server also refuses what a page had just begun to fetch when its person was suspended.
test.use({ expectedErrors: /40[13].*(\/rpc\/|get-session|sign-in)/ });

const suspendedAccount = 'Akun Anda telah ditangguhkan. Silakan hubungi admin.';
const suspendedStall = 'Akun warung Anda ditangguhkan. Silakan hubungi admin.';

/** Sends the form, and waits for the answer: the text from before it may still be on the screen, and a busy button is not pressed. */
async function pressSignIn(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/auth/sign-in/email');
  await page.getByRole('button', { name: 'Masuk' }).click();
  await answered;
}

test('a suspended person is signed out at once, and signing in says why (D7)', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const contact = 'WhatsApp: 0812-3456-7890\nEmail: admin@lapau.test';
  await lapau.call('update_app_setting', { key_to_update: 'contact_info', value_to_update: contact }, admin);
  const page = await open('/profile', member);
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  // The phone is as small as phones are: the text stands under the form.
  await page.setViewportSize({ width: 320, height: 568 });

  await lapau.call('toggle_user_suspension', { user_id_to_toggle: member.id, suspended: true }, admin);
  await expect(page.getByText(suspendedAccount)).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(page.getByText(suspendedAccount)).toBeInViewport({ ratio: 1 });

  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await pressSignIn(page);
  // The text stands under the form and nowhere else, with the way to reach the admins.
  const notice = page.getByRole('alert').filter({ hasText: suspendedAccount });
  await expect(notice.getByRole('link', { name: '0812-3456-7890' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/6281234567890\?text=/,
  );
  await expect(notice.getByRole('link', { name: 'admin@lapau.test' })).toHaveAttribute(
    'href',
    'mailto:admin@lapau.test',
  );
  await expect(page.getByText(suspendedAccount)).toHaveCount(1);
  await expect(page).toHaveURL('/login');
  await expectAccessible(page);

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

  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await pressSignIn(page);
  await expect(page.getByText(suspendedStall)).toBeVisible();

  // Somebody else signs in on the same phone.
  const neighbour = await buildMember(lapau);
  await page.getByLabel('Email').fill(neighbour.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, neighbour));
  await page.getByRole('button', { name: 'Masuk' }).click();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(neighbour.email);
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
