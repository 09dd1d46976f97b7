import { buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { withoutBootData } from './support/boot.ts';
import { failCall } from './support/calls.ts';
import { waitForPreloadedCode, blockLazyCode } from './support/lazy-code.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, stretchTimers, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED.*(assets|healthz)|400.*get_unique_nagari_options|WebSocket connection.*failed/,
});

/** After this time a toast is not shown any more whose library has not loaded. */
const waitingToastTimer = { durationMs: 8000 };

async function onePost(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = unique('Sala Lauak');
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: dish,
    images: [await storePhoto(lapau, seller)],
  });
  return { id: post.id, dish, feed: `/?nagari=${encodeURIComponent(seller.nagari)}` };
}

test.describe('a network that is lost after the page has preloaded its code', () => {
  test('a first like waits for the signal, says so, and is sent with it', async ({ lapau, open }) => {
    const { dish, feed } = await onePost(lapau);
    const page = await open(feed, await buildMember(lapau));
    await waitForPreloadedCode(page);
    await loseSignal(page);
    const like = page.getByRole('article', { name: dish }).getByRole('button', { name: /^Suka/ });
    await like.tap();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveAccessibleName('Suka, 1 suka, menunggu sinyal');
    await page.context().setOffline(false);
    await expect(like).toHaveAccessibleName('Suka, 1 suka');
    const stored = lapau.db.selectFrom('posts').select('likes_count').where('food_name', '=', dish);
    expect(await stored.executeTakeFirst()).toEqual({ likes_count: 1 });
  });

  test('the comments sheet opens for the first time and says what failed', async ({ lapau, open }) => {
    const { dish, feed } = await onePost(lapau);
    const page = await open(feed, await buildMember(lapau));
    await waitForPreloadedCode(page);
    await loseSignal(page);
    await page
      .getByRole('article', { name: dish })
      .getByRole('button', { name: /^Komentar/ })
      .tap();
    const sheet = page.getByRole('dialog', { name: 'Komentar' });
    await expect(sheet.getByPlaceholder('Tulis komentar...')).toBeVisible();
    await expect(sheet.getByText('Gagal memuat komentar.')).toBeVisible({ timeout: 60_000 });
    await page.context().setOffline(false);
    await expect(sheet.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  });

  test('a menu and its dialog open for the first time, and what is sent there waits for the signal', async ({
    lapau,
    open,
  }) => {
    const { id, dish, feed } = await onePost(lapau);
    const page = await open(feed, await buildMember(lapau));
    await waitForPreloadedCode(page);
    await loseSignal(page);
    await page.getByRole('button', { name: `Menu ${dish}` }).tap();
    await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
    await dialog.getByLabel('Alasan').fill('Harganya salah.');
    await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
    await expect(dialog.getByRole('button', { name: 'Menunggu sinyal...' })).toBeVisible();
    await expect(dialog.getByLabel('Alasan')).toHaveValue('Harganya salah.');
    await page.context().setOffline(false);
    await expectToast(page, 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
    await expect(dialog).toBeHidden();
    const stored = lapau.db.selectFrom('reports').select('reason').where('reported_post_id', '=', id);
    expect(await stored.execute()).toEqual([{ reason: 'Harganya salah.' }]);
  });

  test('a tab opens for the first time, and loads by itself when the network is back', async ({ lapau, open }) => {
    const { dish, feed } = await onePost(lapau);
    const page = await open(feed, await buildMember(lapau));
    await waitForPreloadedCode(page);
    await loseSignal(page);
    await page.getByRole('link', { name: 'Makanan' }).tap();
    await expect(page.getByRole('main').getByText('Gagal memuat daftar makanan.')).toBeVisible({ timeout: 60_000 });
    await page.context().setOffline(false);
    await expect(page.getByRole('link', { name: new RegExp(dish) }).first()).toBeVisible();
  });
});

test.describe('a network that is lost before the page has preloaded its code', () => {
  test('a screen without its code says so, and shows when the network is back', async ({ lapau, open }) => {
    const page = await open('about:blank', await buildMember(lapau));
    const unblock = await blockLazyCode(page.context());
    await page.goto('/');
    await loseSignal(page);
    await unblock();
    await page.getByRole('link', { name: 'Profil' }).tap();
    await expect(page.getByText('Halaman ini gagal dimuat.')).toBeVisible();
    await page.getByRole('button', { name: 'Coba lagi' }).tap();
    await expect(page.getByText('Halaman ini gagal dimuat.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Data diri' })).toBeVisible();
  });

  test('a tap on the tab tries its code again', async ({ lapau, open }) => {
    const page = await open('about:blank', await buildMember(lapau));
    const unblock = await blockLazyCode(page.context());
    // The server cannot be reached either, though the browser believes that it is online.
    await page.context().route('**/healthz', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('link', { name: 'Profil' }).tap();
    await expect(page.getByText('Halaman ini gagal dimuat.')).toBeVisible();
    await unblock();
    await page.getByRole('link', { name: 'Profil' }).tap();
    await expect(page.getByRole('heading', { name: 'Data diri' })).toBeVisible();
  });

  test('a screen whose code the server does not have any more reloads the page once', async ({ lapau, open }) => {
    const page = await open('about:blank', await buildMember(lapau));
    const unblock = await blockLazyCode(page.context());
    // A realtime connection fetches what is missing as soon as it is established: this one never answers.
    await page.routeWebSocket('**/realtime', () => {});
    await page.goto('/');
    // The attempts count from the last load on: the first one of a page may fail before its load event.
    let attempts = 0;
    page.on('request', (request) => (attempts = request.isNavigationRequest() ? 0 : attempts));
    page.on('requestfailed', (request) => (attempts += request.url().includes('/assets/account-') ? 1 : 0));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Profil' }).tap();
    await reloaded;
    // The reloaded page tries twice by itself, and then no more.
    await expect.poll(() => attempts).toBeGreaterThanOrEqual(2);
    await expect(page.getByText('Halaman ini gagal dimuat.')).toBeVisible();
    await unblock();
    // The page at rest may load the code before the person does.
    const again = page.getByRole('button', { name: 'Coba lagi' });
    const heading = page.getByRole('heading', { name: 'Data diri' });
    await expect(async () => {
      if (!(await heading.isVisible())) await again.tap({ timeout: 2_000 });
      await expect(heading).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  test('an overlay without its code says so, and opens when the network is back', async ({ lapau, open }) => {
    const { id, dish, feed } = await onePost(lapau);
    await buildComment(lapau, { post_id: id, content: 'Lamak bana!' });
    const page = await open('about:blank', await buildMember(lapau));
    const unblock = await blockLazyCode(page.context());
    await page.goto(feed);
    const comments = page.getByRole('article', { name: dish }).getByRole('button', { name: /^Komentar/ });
    await expect(comments).toBeVisible();
    await loseSignal(page);
    await unblock();
    await comments.tap();
    const missing = page.getByRole('dialog', { name: 'Gagal dimuat' });
    await expect(missing.getByText('Bagian ini gagal dimuat.')).toBeVisible();
    await page.goBack();
    await expect(missing).toBeHidden();
    await expect(page).toHaveURL(feed);
    await comments.tap();
    await expect(missing).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('dialog', { name: 'Komentar' }).getByText('Lamak bana!')).toBeVisible();
    await expect(missing).toBeHidden();
  });

  test('what fails is told without the code of toasts, also when the browser believes that it is online', async ({
    lapau,
    open,
  }) => {
    const { feed } = await onePost(lapau);
    const page = await open('about:blank', await buildMember(lapau));
    await page.addInitScript(stretchTimers, waitingToastTimer);
    await withoutBootData(page);
    await blockLazyCode(page.context());
    await failCall(page, 'get_unique_nagari_options');
    await page.goto(feed);
    await expect(page.getByRole('alert')).toContainText('Gagal memuat daftar nagari.');
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    // The toast of a failure goes with its screen.
    await page.getByRole('link', { name: 'Profil' }).tap();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('a toast without its code is plain until the code is there', async ({ lapau, open }) => {
    const { feed } = await onePost(lapau);
    const page = await open('about:blank', await buildMember(lapau));
    await page.addInitScript(stretchTimers, waitingToastTimer);
    await withoutBootData(page);
    const unblock = await blockLazyCode(page.context());
    await failCall(page, 'get_unique_nagari_options');
    await page.goto(feed);
    await expect(page.getByRole('alert')).toContainText('Gagal memuat daftar nagari.');
    await expect(toastsOf(page)).toHaveCount(0);
    await page.context().setOffline(true);
    await unblock();
    await page.context().setOffline(false);
    await expectToast(page, 'Gagal memuat daftar nagari.');
    await expect(page.getByRole('alert')).toBeHidden();
  });
});
