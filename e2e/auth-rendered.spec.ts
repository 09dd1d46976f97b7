import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller, buildPassword } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { holdApp, isRendered, untilKept, untilTaken, watchShifts } from './support/rendered.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

async function sendForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
}

test('the door can be read in the first answer, and the app takes it over without a jump', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: unique('Kadai') } });
  const images = [await storePhoto(lapau, seller)];
  const dish = unique('Gulai');
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: dish, price: '12000', images });
  for (const food_name of ['Sala', 'Pangek', 'Lamang'])
    await buildPost(lapau, { user_id: seller.id, food_name, images });
  const page = await open('about:blank');
  const shifts = await watchShifts(page);
  for (const [path, heading] of [
    ['/login', 'Masuk'],
    [`/post/${id}`, `Masuk untuk melihat ${dish} dari ${seller.warung.name}`],
    [`/warungs/${seller.warung.id}`, `Masuk untuk melihat ${seller.warung.name}`],
    ['/saved', 'Masuk'],
  ] as const) {
    const release = await holdApp(page.context());
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: heading }), path).toBeVisible();
    expect(await isRendered(page), path).toBe(true);
    release();
    await untilTaken(page);
    await expect(page.getByRole('heading', { name: heading }), path).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    expect(await shifts(), path).toBeLessThanOrEqual(0.02);
    await page.context().unrouteAll();
  }
});

test('what is typed at the door before the code is there stays, with the focus, and signs in', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const secret = await buildPassword(lapau, member);
  const page = await open('about:blank');
  const release = await holdApp(page.context());
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).pressSequentially(secret.slice(0, 3));
  release();
  await untilTaken(page);
  const password = page.getByLabel('Kata sandi', { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveValue(secret.slice(0, 3));
  await password.pressSequentially(secret.slice(3));
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
});

test('the form signs in before the code is there, and leads to the link', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const secret = await buildPassword(lapau, member);
  const seller = await buildSeller(lapau);
  const dish = unique('Gulai');
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: dish });
  const page = await open('about:blank');
  const release = await holdApp(page.context());
  await page.goto(`/post/${id}`, { waitUntil: 'commit' });
  await sendForm(page, member.email, secret);
  await expect(page).toHaveURL(`/post/${id}`);
  await expect(page.getByRole('heading', { name: dish })).toBeVisible();
  release();
  await untilTaken(page);
});

test('what the browser has filled in before the code is there signs in', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const secret = await buildPassword(lapau, member);
  const page = await open('about:blank');
  const release = await holdApp(page.context());
  await page.goto('/login', { waitUntil: 'commit' });
  await untilKept(page);
  // The page has looked for what was filled in before, and keeps what is pressed.
  await page.getByRole('button', { name: 'Tampilkan kata sandi' }).click();
  await expect(page.locator('[data-pressed]')).toHaveCount(1);
  // A password manager fills in without any event that a page hears.
  await page.getByLabel('Email').evaluate((field, value) => Object.assign(field, { value }), member.email);
  const password = page.getByLabel('Kata sandi', { exact: true });
  await password.evaluate((field, value) => Object.assign(field, { value }), secret);
  release();
  await untilTaken(page);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
});

test('going back to a form that has signed in by itself shows the app', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const secret = await buildPassword(lapau, member);
  const page = await open('about:blank');
  const release = await holdApp(page.context());
  await page.goto('/login', { waitUntil: 'commit' });
  await sendForm(page, member.email, secret);
  await expect(page).toHaveURL('/');
  release();
  await untilTaken(page);
  await page.goBack();
  await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
});

test.describe('without any script', () => {
  test('a person signs in, and reads why it was refused', async ({ browser, lapau }) => {
    const member = await buildMember(lapau);
    const secret = await buildPassword(lapau, member);
    const context = await browser.newContext({ baseURL: lapau.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/login');
    await sendForm(page, member.email, 'salah sekali');
    await expect(page.getByText('Email atau password salah.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await sendForm(page, 'bukan email', secret);
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await sendForm(page, member.email, secret);
    await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
    await context.close();
  });
});

test.describe('a refused form', () => {
  test.use({ expectedErrors: /401/ });

  test('the app takes over a page that says why a sign-in was refused', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const secret = await buildPassword(lapau, member);
    const page = await open('about:blank');
    const release = await holdApp(page.context());
    await page.goto('/login', { waitUntil: 'commit' });
    await sendForm(page, member.email, 'salah sekali');
    await expect(page.getByText('Email atau password salah.')).toBeVisible();
    release();
    await untilTaken(page);
    await expect(page.getByText('Email atau password salah.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
  });
});
