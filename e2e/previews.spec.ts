import { buildAdmin, buildPassword, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { signUp } from './support/sign-up.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** A dish of one stall in a nagari of its own, and three newer ones of another. */
async function buildVillage(lapau: Lapau) {
  const nagari = unique('Koto');
  const seller = await buildSeller(lapau, { profile: { nagari }, warung: { name: 'Lapau Mak Itam' } });
  const other = await buildSeller(lapau, { profile: { nagari }, warung: { name: 'Lapau Uni Eli' } });
  const images = [await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: 'Randang Dagiang', images });
  const beside = [];
  for (const name of ['Sala', 'Pangek', 'Lamang']) {
    const food_name = unique(name);
    await buildPost(lapau, { user_id: other.id, food_name, images: [await storePhoto(lapau, other)] });
    beside.unshift(food_name);
  }
  return { nagari, id, beside };
}

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
  await expect(page.getByRole('paragraph').getByText('Rp 25.000')).toBeVisible();
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

test('the door of a dish shows what else there is in its nagari, and each leads to its own door (D108)', async ({
  lapau,
  open,
}) => {
  const { nagari, id, beside } = await buildVillage(lapau);
  const page = await open(`/post/${id}`);
  await page.setViewportSize({ width: 360, height: 740 });
  const photo = page.getByRole('img', { name: 'Randang Dagiang' });
  await expect(photo).toHaveCSS('width', '320px');
  for (const shown of [photo, page.getByRole('button', { name: 'Masuk' }), page.getByText('Daftar Akun Baru')])
    await expect(shown).toBeInViewport({ ratio: 1 });
  const others = page.getByRole('region', { name: `Yang baru di Nagari ${nagari}` }).getByRole('link');
  await expect(others).toHaveText(beside.map((name) => `${name}Rp 25.000Lapau Uni Eli`));
  await expectAccessible(page);
  await others.first().tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Masuk untuk melihat ${beside[0]} dari Lapau Uni Eli`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(others.filter({ hasText: 'Randang Dagiang' })).toBeVisible();
  await page.goBack();
  await expect(photo).toBeVisible();
});

test('the door can be read and used without any script', async ({ browser, lapau }) => {
  const { nagari, id, beside } = await buildVillage(lapau);
  const context = await browser.newContext({ baseURL: lapau.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Randang Dagiang');
  const others = page.getByRole('region', { name: `Yang baru di Nagari ${nagari}` }).getByRole('link');
  await others.nth(1).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${beside[1]}`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await context.close();
});

test('who signs up from a link is counted on the desk', async ({ lapau, open }) => {
  const { id } = await buildVillage(lapau);
  const admin = await open('/admin', await buildAdmin(lapau));
  const figureOf = async (name: string) => {
    const figure = admin.locator('dl > div').filter({ hasText: name }).getByRole('definition');
    return Number((await figure.innerText()).replaceAll('.', ''));
  };
  await expect(admin.getByText('Mendaftar dari tautan').first()).toBeVisible();
  const before = { opened: await figureOf('Dibuka dari tautan'), signedUp: await figureOf('Mendaftar dari tautan') };

  const page = await open(`/post/${id}`);
  await page.getByRole('link', { name: 'Daftar Akun Baru' }).click();
  await signUp(page, `${unique('tamu').replaceAll(/\W/g, '')}@lapau.test`);
  await expect(page.getByRole('heading', { name: 'Randang Dagiang', exact: true })).toBeVisible();
  await admin.reload();
  // Other stories open doors meanwhile.
  await expect.poll(() => figureOf('Dibuka dari tautan')).toBeGreaterThan(before.opened);
  expect(await figureOf('Mendaftar dari tautan')).toBeGreaterThan(before.signedUp);
  await expectAccessible(admin);
});

test('without a link the login page says what Lapau is', async ({ open }) => {
  const page = await open('/login');
  await expect(page.getByText('Lihat apa yang dimasak warung di nagari Anda hari ini')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk');
  const register = page.getByRole('link', { name: 'Daftar Akun Baru' });
  await expect.poll(async () => (await register.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(page.getByText('Yang baru di Nagari')).toBeHidden();
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
