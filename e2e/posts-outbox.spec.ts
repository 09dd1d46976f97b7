import { errors } from '@lapau/contract/errors';
import type { Page, Route } from '@playwright/test';
import { buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { untilKept } from './support/device.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { waitingChanges } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|40[13].*(create_post|storage)|429.*create_post|503.*storage/,
});

/** Fills in a dish with two photos and taps 'Posting'. */
async function postDish(page: Page, name: string) {
  await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
  await choosePhotos(page, await smallPhoto('satu.jpg'), await smallPhoto('dua.jpg', '#3a6'));
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible();
  await page.getByLabel('Nama').fill(name);
  await page.getByLabel('Harga').fill('15000');
  await page.getByRole('button', { name: 'Posting' }).tap();
}

/** One's menu on a device that opens without a network. */
async function openMenu(open: (route: string, as?: BuiltMember) => Promise<Page>, seller: BuiltMember) {
  const page = await open('/my-warung', seller);
  await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
  await untilKept(page, '"pages":[[]]');
  return page;
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Belum diposting' }).getByRole('listitem');
const dishesOf = (lapau: Lapau, seller: BuiltMember) =>
  lapau.db.selectFrom('posts').select(['food_name', 'images']).where('user_id', '=', seller.id).execute();

test('a dish that is posted without signal waits through a reload and a closed app, and is posted once with its photos', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  const page = await openMenu(open, seller);
  const context = page.context();
  await loseSignal(page);
  await postDish(page, name);
  await expect(page).toHaveURL('/my-warung');
  await expect(waiting(page)).toContainText([name]);
  await expect(waiting(page)).toContainText(['menunggu sinyal']);
  await page.reload();
  await expect(waiting(page)).toContainText([name]);
  await page.close();
  const again = await context.newPage();
  await again.goto('/my-warung');
  await expect(waiting(again)).toContainText(['menunggu sinyal']);
  // A menu that waits is no empty one.
  await expect(again.getByText('Warung ini belum punya menu.')).toHaveCount(0);
  expect(await dishesOf(lapau, seller)).toEqual([]);

  await context.setOffline(false);
  await expect(again.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
  await expect(waiting(again)).toHaveCount(0);
  expect(await dishesOf(lapau, seller)).toEqual([
    { food_name: name, images: [expect.any(String), expect.any(String)] },
  ]);
  // The form for the next dish is empty.
  await again.getByRole('link', { name: 'Tambah Menu' }).first().tap();
  await expect(again.getByLabel('Nama')).toHaveValue('');
});

test('a dish whose answer is lost is posted once, and its photos are not uploaded again', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const name = unique('Sate');
  const page = await openMenu(open, seller);
  const uploads: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/storage/posts/') && request.method() === 'POST' && uploads.push(''),
  );
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.context().route('**/rpc/create_post', loseAnswer, { times: 1 });
  await postDish(page, name);
  await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await dishesOf(lapau, seller)).toHaveLength(1);
  expect(uploads).toHaveLength(2);
});

test('a dish that waits is taken back into its form, and posted from there once', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await openMenu(open, seller);
  await loseSignal(page);
  await postDish(page, 'Lontong');
  await waiting(page).getByRole('button', { name: 'Batal Lontong' }).tap();
  await expect(page.getByLabel('Nama')).toHaveValue('Lontong');
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible();
  await page.context().setOffline(false);

  // The dish stays in the menu until it is posted or deleted.
  await page.goto('/my-warung');
  await expect(waiting(page)).toContainText(['Belum diposting.']);
  await waiting(page).getByRole('button', { name: 'Ubah Lontong' }).tap();
  await page.getByLabel('Nama').fill('Lontong Sayur');
  await page.getByRole('button', { name: 'Posting' }).tap();
  await expectToast(page, 'Postingan baru berhasil ditambahkan!');
  await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name: 'Lontong Sayur' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await dishesOf(lapau, seller)).toEqual([
    { food_name: 'Lontong Sayur', images: [expect.any(String), expect.any(String)] },
  ]);
});

test('a dish that is refused later says why in the menu, and can be changed or deleted there', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await openMenu(open, seller);
  await loseSignal(page);
  await postDish(page, 'Lontong');
  await expect(waiting(page)).toContainText(['menunggu sinyal']);
  await page
    .context()
    .route('**/rpc/create_post', (route) =>
      route.fulfill({ status: 403, json: { code: 'post_forbidden', message: 'Warung Anda belum disetujui.' } }),
    );
  await page.context().setOffline(false);
  await expect(waiting(page)).toContainText(['Warung Anda belum disetujui.']);
  await waiting(page).getByRole('button', { name: 'Hapus Lontong' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
  await expect(waiting(page)).toHaveCount(0);
  expect(await dishesOf(lapau, seller)).toEqual([]);
});

test('a server that can take no photos is asked once, says so, and the dish is posted once it can', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await openMenu(open, seller);
  await loseSignal(page);
  await postDish(page, 'Lontong');
  await expect(waiting(page)).toContainText(['menunggu sinyal']);
  let uploads = 0;
  const [status, message] = errors.photos_unavailable;
  const refuse = (route: Route) => {
    uploads += 1;
    return route.fulfill({ status, json: { code: 'photos_unavailable', message } });
  };
  await page.context().route('**/storage/posts/**', refuse);
  await page.context().setOffline(false);
  await expect(waiting(page)).toContainText([message]);
  await page.reload();
  await expect(waiting(page)).toContainText([message]);
  expect(uploads).toBe(1);

  await page.context().unroute('**/storage/posts/**', refuse);
  await waiting(page).getByRole('button', { name: 'Ubah Lontong' }).tap();
  await expect(page.getByLabel('Nama')).toHaveValue('Lontong');
  await page.getByRole('button', { name: 'Posting' }).tap();
  await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name: 'Lontong' })).toBeVisible();
  expect(await dishesOf(lapau, seller)).toEqual([
    { food_name: 'Lontong', images: [expect.any(String), expect.any(String)] },
  ]);
});

test('a dish that is one too many stays in the menu with when it is posted, and is posted then', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await openMenu(open, seller);
  const [status, message] = errors.too_many_dishes;
  await page
    .context()
    .route('**/rpc/create_post', (route) =>
      route.fulfill({ status, headers: { 'retry-after': '600' }, json: { code: 'too_many_dishes', message } }),
    );
  await postDish(page, 'Lontong');
  await expect(page).toHaveURL('/my-warung');
  await expect(waiting(page)).toContainText(['dan 60 dalam sehari. Akan dikirim otomatis']);
  await page.reload();
  await expect(waiting(page)).toContainText(['dan 60 dalam sehari. Akan dikirim otomatis']);
  expect(await dishesOf(lapau, seller)).toEqual([]);
  await page.context().unroute('**/rpc/create_post');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name: 'Lontong' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test('of five photos none is uploaded again that has arrived, though the app is killed before each answer', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await openMenu(open, seller);
  const context = page.context();
  let uploads = 0;
  /** Has the next uploads arrive, but not their answers. @returns waits for the last of them */
  async function loseAnswers(times: number): Promise<() => Promise<void>> {
    const arrived = Promise.withResolvers<void>();
    const expected = uploads + times;
    await context.route(
      (url) => url.pathname === `/storage/posts/${seller.id}`,
      async (route) => {
        await route.fetch();
        uploads += 1;
        if (uploads === expected) arrived.resolve();
      },
      { times },
    );
    return () => arrived.promise;
  }
  await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
  await page.getByLabel('Nama').fill('Gulai Paku');
  await page.getByLabel('Harga').fill('15000');
  // The form uploads two at the same time.
  let untilArrived = await loseAnswers(2);
  const colours = ['#a00', '#0a0', '#00a', '#aa0', '#0aa'];
  await choosePhotos(page, ...(await Promise.all(colours.map((colour) => smallPhoto(`${colour}.jpg`, colour)))));
  await page.getByRole('button', { name: 'Posting' }).tap();
  // The form hands the dish to the outbox once it has prepared all five.
  await expect.poll(() => waitingChanges(page)).toContain('Gulai Paku');
  await untilArrived();
  await page.close();
  // The outbox uploads one after another: the third, the fourth, and the last.
  for (let kill = 0; kill < 3; kill += 1) {
    untilArrived = await loseAnswers(1);
    const next = await context.newPage();
    await next.goto('/my-warung');
    await untilArrived();
    await next.close();
  }
  const last = await context.newPage();
  last.on('request', (request) => request.url().endsWith(`/storage/posts/${seller.id}`) && (uploads += 1));
  await last.goto('/my-warung');
  await expect(last.getByRole('list', { name: 'Menu' }).getByRole('link', { name: 'Gulai Paku' })).toBeVisible();
  expect(uploads).toBe(5);
  const [dish] = await dishesOf(lapau, seller);
  const files = await lapau.db.selectFrom('files').select('path').where('uploaded_by', '=', seller.id).execute();
  expect(files.map(({ path }) => path).toSorted()).toEqual(dish?.images?.toSorted());
  expect(files).toHaveLength(5);
});
