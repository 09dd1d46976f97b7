import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { holdApp, isRendered, untilKept, untilTaken, watchShifts } from './support/rendered.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('every screen of the first answer can be read in it, and the app takes it over without a jump', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: unique('Kadai') } });
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  const dish = unique('Gulai');
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: dish, price: '12000', images });
  for (const person of [await buildMember(lapau), seller, await buildAdmin(lapau)]) {
    const page = await open('about:blank', person);
    const shifts = await watchShifts(page);
    for (const path of ['/', '/foods', `/post/${id}`, `/warungs/${seller.warung.id}`]) {
      const release = await holdApp(page.context());
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('main').getByText(dish).first(), path).toBeVisible();
      expect(await isRendered(page), path).toBe(true);
      release();
      await untilTaken(page);
      await expect(page.getByRole('main').getByText(dish).first(), path).toBeVisible();
      expect(await shifts(), path).toBeLessThanOrEqual(0.02);
      await page.context().unrouteAll();
    }
  }
});

test('a dismissed announcement is not in the first answer either', async ({ lapau, open }) => {
  const page = await open('/', await buildMember(lapau));
  await untilTaken(page);
  const text = unique('Pasa Nagari Sabtu');
  const admin = await buildAdmin(lapau);
  await lapau.call('update_app_setting', { key_to_update: 'announcement_text', value_to_update: text }, admin);
  await page.reload();
  await page.getByRole('button', { name: 'Tutup pengumuman' }).click();
  await expect(page.getByText(text)).toBeHidden();
  const html = await (await page.request.get('/')).text();
  expect(html.replaceAll(/<script[^]*?<\/script>/g, '')).not.toContain(text);
});

test('a like that is pressed before the code is there is given once, and the search that was typed is made', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = unique('Sala');
  const post = await buildPost(lapau, { user_id: seller.id, food_name: dish });
  const member = await buildMember(lapau);
  const page = await open('about:blank', member);
  const release = await holdApp(page.context());
  await page.goto('/', { waitUntil: 'commit' });
  const like = page.getByRole('article', { name: dish }).getByRole('button', { name: /^Suka/ });
  await expect(like).toBeVisible();
  await untilKept(page);
  await like.tap();
  const search = page.getByRole('searchbox');
  await search.fill(dish);
  release();
  await untilTaken(page);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await lapau.call('get_post_details', { p_post_id: post.id }, member)).likes).toBe(1);
  await expect(search).toHaveValue(dish);
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/cari=/);
});

test('comments that are pressed before the code is there open once it is', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = unique('Lamang');
  await buildPost(lapau, { user_id: seller.id, food_name: dish });
  const page = await open('about:blank', await buildMember(lapau));
  const release = await holdApp(page.context());
  await page.goto('/', { waitUntil: 'commit' });
  const comments = page.getByRole('article', { name: dish }).getByRole('button', { name: /^Komentar/ });
  await expect(comments).toBeVisible();
  await untilKept(page);
  await comments.tap();
  release();
  await expect(page.getByRole('dialog', { name: 'Komentar' })).toBeVisible();
});

test('without any script the feed’s first page can be read, and a dish opened', async ({ browser, lapau }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dishes = Array.from({ length: 6 }, () => unique('Rendang'));
  for (const dish of dishes) await buildPost(lapau, { user_id: seller.id, food_name: dish, description: 'Pedas.' });
  const member = await buildMember(lapau);
  const [name = '', value = ''] = member.cookie.split('=', 2);
  const context = await browser.newContext({ baseURL: lapau.url, javaScriptEnabled: false });
  await context.addCookies([{ name, value, url: lapau.url }]);
  const page = await context.newPage();
  // Chromium reads <noscript> as where scripts run, whatever a context says. Browsers without scripts read what is in it.
  await page.route('/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/<\/?noscript>/g, '') });
  });
  await page.goto('/');
  const main = page.getByRole('main');
  for (const dish of dishes) await expect(main.getByRole('link', { name: new RegExp(dish) }).first()).toBeVisible();
  await main.getByRole('link', { name: new RegExp(dishes[2] ?? '') }).click();
  await expect(main.getByText(dishes[2] ?? '').first()).toBeVisible();
  await expect(main.getByText('Pedas.')).toBeVisible();
  await context.close();
});
