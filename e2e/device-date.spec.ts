import type { BrowserContext, Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildReport, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed/,
});

const dayMs = 86_400_000;
const in2020 = () => Date.parse('2020-01-05T03:00:00Z');
const aYearAhead = () => Date.now() + 400 * dayMs;

async function dishOf(lapau: Lapau, given: { created_at?: Date } = {}) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const name = unique('Gulai Paku');
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: name, images, ...given });
  return { seller, name, id };
}

/** Fails every request of a network that is there, as on a phone for which no certificate is valid. */
const isOfServer = ({ pathname }: URL) => /^\/(?:rpc|auth|realtime|shell$|boot\.json$)/.test(pathname);
const refuseCertificates = (context: BrowserContext) => context.route(isOfServer, (route) => route.abort());
const acceptCertificates = (context: BrowserContext) => context.unroute(isOfServer);

/** The phone's settings were open before the app. */
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));

for (const [clock, phoneTime] of [
  ['in 2020', in2020],
  ['400 days ahead', aYearAhead],
] as const) {
  test(`on a phone whose clock is ${clock} everything is as old as on the server (D110)`, async ({ lapau, open }) => {
    const { name, id, seller } = await dishOf(lapau, { created_at: new Date(Date.now() - 3 * dayMs) });
    const admin = await buildAdmin(lapau);
    await buildReport(lapau, { reported_post_id: id });
    const page = await open('about:blank', admin);
    await page.clock.install({ time: phoneTime() });
    await page.goto(`/?nagari=${encodeURIComponent(seller.nagari)}`);
    await expect(page.getByRole('article', { name })).toContainText('3 hari yang lalu');
    await page.goto('/admin/reports');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('baru saja').first()).toBeVisible();
    await expect(page.getByText('Lebih dari sehari')).toHaveCount(0);
  });
}

test('a phone whose clock has gone back to 2020 is told to look at its date, until that is right', async ({
  lapau,
  open,
}) => {
  const { name } = await dishOf(lapau);
  const page = await open('/', await buildMember(lapau));
  await untilKept(page, name);
  const context = page.context();
  await page.close();
  await refuseCertificates(context);

  const again = await context.newPage();
  await again.clock.install({ time: in2020() });
  await again.goto('/');
  await expect(again.getByText('Periksa tanggal dan jam HP: 5 Jan 2020.').last()).toBeVisible();
  await expect(again.getByRole('article', { name })).toBeVisible();
  await expect(again.getByText('Tidak ada sinyal')).toHaveCount(0);
  await again.goto('/warung');
  await expect(again.getByText('Periksa tanggal HP', { exact: true })).toBeVisible();
  await expect(again.getByText('Periksa tanggal dan jam HP, lalu coba lagi.')).toBeVisible();

  await again.clock.setSystemTime(Date.now());
  await acceptCertificates(context);
  await comeBack(again);
  await expect(again.getByText(/Periksa tanggal dan jam HP:/)).toHaveCount(0);
});

test('in flight mode a wrong date is not what is missing', async ({ lapau, open }) => {
  const { name } = await dishOf(lapau);
  const page = await open('/', await buildMember(lapau));
  await untilKept(page, name);
  const context = page.context();
  await page.close();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.clock.install({ time: in2020() });
  await again.goto('/');
  await expect(again.getByText('Tidak ada sinyal.')).toBeVisible();
  await expect(again.getByText(/Periksa tanggal/)).toHaveCount(0);
});

test('whoever signs in while the clock is wrong reads why it fails', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const page = await open('about:blank');
  await page.clock.install();
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia dapur');
  await refuseCertificates(page.context());
  await page.clock.setSystemTime(in2020());
  await page.getByRole('button', { name: 'Masuk' }).tap();
  await expect(page.getByText('Tidak dapat terhubung ke server. Periksa tanggal dan jam HP.').first()).toBeVisible();
});

test('on a phone whose clock has jumped ahead nothing is lost, and what waited arrives once it is right', async ({
  lapau,
  open,
}) => {
  const { name, id } = await dishOf(lapau);
  const page = await open('/', await buildMember(lapau));
  await page.getByRole('article', { name }).getByRole('link', { name }).first().tap();
  await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await untilKept(page, id);
  const context = page.context();
  await loseSignal(page);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await page.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
  await expect.poll(() => storedDrafts(page)).toContain('Masih ada?');
  await page.close();
  await context.setOffline(false);
  await refuseCertificates(context);

  const again = await context.newPage();
  await again.clock.install({ time: aYearAhead() });
  await again.goto(`/post/${id}`);
  await expect(again.getByText(/^Periksa sinyal, juga tanggal HP: /).last()).toBeVisible();
  await expect(again.getByRole('heading', { name })).toBeVisible();
  await expect(again.getByRole('button', { name: 'Suka, 1 suka' })).toBeVisible();
  await expect(again.getByPlaceholder('Tulis komentar...')).toHaveValue('Masih ada?');

  await again.clock.setSystemTime(Date.now());
  await acceptCertificates(context);
  await comeBack(again);
  await expect(again.getByText(/Periksa sinyal, juga/)).toHaveCount(0);
  const likes = () => lapau.db.selectFrom('posts').select('likes_count').where('id', '=', id).executeTakeFirst();
  await expect.poll(likes).toEqual({ likes_count: 1 });
  await expect(again.getByPlaceholder('Tulis komentar...')).toHaveValue('Masih ada?');
});
