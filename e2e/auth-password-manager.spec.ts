import type { Page } from '@playwright/test';
import { buildMember, buildPassword, buildPendingSignUp, buildWrongPasswords } from '../server/src/testing/builders.ts';
import { linkMailedTo } from './support/mails.ts';
import { expect, test } from './support/story.ts';

test.use({ expectedErrors: /403.*sign-in/ });

/** The account under which a password manager stores the password that is typed in the page's form. */
const accountOf = (page: Page) => page.locator('form input[autocomplete="username"]');

test('the forms of mailed links name the account, for people and for password managers', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  await buildPassword(lapau, member);
  const page = await open('about:blank');
  await page.request.post(`${lapau.url}/auth/request-password-reset`, { data: { email: member.email } });
  await page.goto(await linkMailedTo(lapau, member.email));
  await expect(page.getByText(`Akun: ${member.email}`)).toBeVisible();
  await expect(accountOf(page)).toHaveValue(member.email);

  const signUp = await buildPendingSignUp(lapau);
  await page.goto(`/login#verify=${signUp.token}`);
  await expect(page.getByText(`Akun: ${signUp.email}`)).toBeVisible();
  await expect(accountOf(page)).toHaveValue(signUp.email);

  // A link that is not valid any more names nobody, and its form says so when it is sent.
  await page.goto(`/login#reset=${'lama----'.repeat(3)}`);
  await expect(page.getByRole('button', { name: 'Simpan kata sandi' })).toBeVisible();
  await expect(page.getByText('Akun:')).toBeHidden();
  await expect(accountOf(page)).toHaveCount(0);
});

test('the forms for codes name the account that was typed before', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  await buildWrongPasswords(lapau, member.email, 201);
  const page = await open('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByLabel('Kode konfirmasi')).toBeVisible();
  await expect(accountOf(page)).toHaveValue(member.email);

  await page.getByRole('button', { name: 'Kembali' }).click();
  await page.getByRole('link', { name: 'Lupa Password' }).click();
  await page.getByRole('link', { name: 'Pakai kode pemulihan' }).click();
  await expect(page.getByLabel('Kode pemulihan')).toBeVisible();
  await expect(accountOf(page)).toHaveValue(member.email);
});
