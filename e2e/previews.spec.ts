import { buildPassword, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

test('a shared link greets with its dish, and leads to it after signing in (D57)', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { name: 'Lapau Mak Itam' } });
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: 'Randang Dagiang', images });
  const reader = await buildMember(lapau);
  const password = await buildPassword(lapau, reader);

  const page = await open('/privasi');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Masuk untuk melihat Randang Dagiang dari Lapau Mak Itam',
  );
  await expect(page.getByText('Rp 25.000')).toBeVisible();
  const photo = page.getByRole('img', { name: 'Randang Dagiang' });
  await expect(photo).toBeInViewport();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // The preview came with the page.
  expect(calls).not.toContain('/rpc/get_link_preview');
  await expectAccessible(page);

  await page.reload();
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Masuk' }).click();
  await expect(page).toHaveURL(`/post/${id}`);
  // The exact name tells the dish's page from the greeting, whose heading has the dish in it too.
  await expect(page.getByRole('heading', { name: 'Randang Dagiang', exact: true })).toBeVisible();
});

test('a link to a stall greets with its name, and one to something hidden with nothing of it', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { warung: { name: 'Kadai Uniang' } });
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: 'Gulai Paku', images });
  const page = await open(`/warungs/${seller.id}`);
  await expect(page.getByRole('heading', { name: 'Masuk untuk melihat Kadai Uniang' })).toBeVisible();

  await lapau.db.updateTable('warungs').set({ is_suspended: true }).where('id', '=', seller.id).execute();
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { name: 'Masuk', exact: true })).toBeVisible();
  await expect(page.getByText('Lihat apa yang dimasak warung')).toBeVisible();
  await expect(page.getByText('Gulai Paku')).toBeHidden();
});

test('without a link the login page says what Lapau is', async ({ open }) => {
  const page = await open('/login');
  await expect(page.getByText('Lihat apa yang dimasak warung di nagari Anda hari ini')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk');
  await expectAccessible(page);
});

test('a link with something behind its id opens its dish: from a chat, within the app, and after signing in', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: 'Gulai Cubadak' });
  const reader = await buildMember(lapau);
  const password = await buildPassword(lapau, reader);
  const page = await open(`/post/${id})`, reader);
  const dish = page.getByRole('heading', { name: 'Gulai Cubadak', exact: true });
  for (const end of ['.', '*', '%20', '_', 'dan lihat']) {
    await page.goto(`/post/${id}${end}`);
    await expect(dish, end).toBeVisible();
    await page.goto('/privasi');
    await expect(page.getByRole('heading', { name: 'Kebijakan privasi' })).toBeVisible();
    // The app opens the address without the server, as the native app does, or a page from the device.
    await page.evaluate((path) => {
      window.history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/post/${id}${end}`);
    await expect(dish, end).toBeVisible();
    await expect(page).toHaveURL(`/post/${id}`);
  }

  const guest = await open(`/login?next=${encodeURIComponent(`/post/${id}.`)}`);
  await expect(guest.getByRole('heading', { name: /^Masuk untuk melihat Gulai Cubadak/ })).toBeVisible();
  await guest.getByLabel('Email').fill(reader.email);
  await guest.getByLabel('Kata sandi', { exact: true }).fill(password);
  await guest.getByRole('button', { name: 'Masuk' }).click();
  await expect(guest.getByRole('heading', { name: 'Gulai Cubadak', exact: true })).toBeVisible();
  await expect(guest).toHaveURL(`/post/${id}`);
});
