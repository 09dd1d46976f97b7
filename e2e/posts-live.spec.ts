import type { Page } from '@playwright/test';
import {
  buildAdmin,
  buildComment,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
} from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

async function oneDish(lapau: Lapau) {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto') },
    warung: { name: unique('Lapau Mak Itam') },
  });
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate Danguang' });
  return { seller, post, inNagari: `?nagari=${encodeURIComponent(seller.nagari)}` };
}

const card = (page: Page) => page.getByRole('article', { name: 'Sate Danguang' });
const noPost = (page: Page) => page.getByText('Post tidak ditemukan atau terjadi kesalahan.');
// A page may also ask for a photo in the moment in which it is deleted.
const missing = { expectedErrors: /404.*(get_post_details|get_comments|get_warung|\/storage\/posts\/)/ };

/** Opens the routes one after another as one person, each in a browser profile of its own. */
async function openAll(open: (route: string, as: BuiltMember) => Promise<Page>, as: BuiltMember, routes: string[]) {
  const pages: Page[] = [];
  for (const route of routes) pages.push(await open(route, as));
  return pages;
}

test.describe('what is suspended or deleted', () => {
  test.use(missing);

  test('a suspended stall’s post and a suspended person’s comments disappear from an open /post and come back', async ({
    lapau,
    open,
  }) => {
    const { seller, post } = await oneDish(lapau);
    const commenter = await buildMember(lapau);
    await buildComment(lapau, { post_id: post.id, user_id: commenter.id, content: 'Lamak bana!' });
    const admin = await buildAdmin(lapau);
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    const comment = page.getByText('Lamak bana!');
    await expect(comment).toBeVisible();

    const suspend = (suspended: boolean) =>
      lapau.call('toggle_user_suspension', { user_id_to_toggle: commenter.id, suspended }, admin);
    await suspend(true);
    await expect(comment).toBeHidden();
    await suspend(false);
    await expect(comment).toBeVisible();

    const close = (suspended: boolean) =>
      lapau.call('toggle_warung_suspension', { warung_id: seller.id, suspended }, admin);
    await close(true);
    await expect(noPost(page)).toBeVisible();
    await expect(page.getByText('Sate Danguang')).toBeHidden();
    await close(false);
    await expect(page.getByRole('heading', { name: 'Sate Danguang' })).toBeVisible();
  });

  test('a deleted account’s posts and stall disappear from every open page', async ({ lapau, open }) => {
    const { seller, post, inNagari } = await oneDish(lapau);
    const password = await buildPassword(lapau, seller);
    const reader = await buildMember(lapau);
    await lapau.call('toggle_save_post', { post_id_to_toggle: post.id, saved: true }, reader);
    const search = `/warung?cari=${encodeURIComponent(seller.warung.name)}`;
    const routes = [`/${inNagari}`, `/foods${inNagari}`, '/saved', `/warungs/${seller.id}`];
    const [feed, foods, saved, warung] = (await openAll(open, reader, routes)) as [Page, Page, Page, Page];
    const shown = await open(`/post/${post.id}`, reader);
    const list = await open(search, reader);
    for (const page of [feed, foods, saved, warung, shown]) {
      await expect(page.getByText('Sate Danguang').first()).toBeVisible();
    }
    const stalls = list.getByRole('list', { name: 'Warung' }).getByRole('listitem');
    await expect(stalls.filter({ has: list.getByText(seller.warung.name, { exact: true }) })).toHaveCount(1);

    await lapau.call('delete_account', { password }, seller);
    for (const page of [feed, foods, saved]) await expect(page.getByText('Sate Danguang')).toHaveCount(0);
    await expect(noPost(shown)).toBeVisible();
    await expect(warung).toHaveURL('/');
    // Stalls with a name that is near may take its place.
    await expect(stalls.filter({ has: list.getByText(seller.warung.name, { exact: true }) })).toHaveCount(0);
  });
});

test('one’s own like and save on one device show in open lists of another without a fetch (D60)', async ({
  lapau,
  open,
}) => {
  const { post, inNagari } = await oneDish(lapau);
  const reader = await buildMember(lapau);
  const [phone, feed, foods, saved] = (await openAll(open, reader, [
    `/post/${post.id}`,
    `/${inNagari}`,
    `/foods${inNagari}`,
    '/saved',
  ])) as [Page, Page, Page, Page];
  await expect(card(feed)).toBeVisible();
  await expect(foods.getByRole('button', { name: 'Suka, 0 suka' })).toBeVisible();
  await expect(saved.getByText('Sate Danguang')).toBeHidden();
  const asked: string[] = [];
  feed.on('request', (request) => asked.push(request.url()));

  await phone.getByRole('button', { name: 'Suka, 0 suka' }).click();
  for (const page of [feed, foods]) {
    await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  }
  await phone.getByRole('button', { name: 'Simpan' }).click();
  await expect(card(feed).getByRole('button', { name: 'Simpan' })).toHaveAttribute('aria-pressed', 'true');
  await expect(saved.getByText('Sate Danguang').first()).toBeVisible();

  // The other device takes both back.
  await card(feed).getByRole('button', { name: 'Suka, 1 suka' }).click();
  await expect(phone.getByRole('button', { name: 'Suka, 0 suka' })).toHaveAttribute('aria-pressed', 'false');
  await card(feed).getByRole('button', { name: 'Simpan' }).click();
  await expect(saved.getByText('Sate Danguang')).toBeHidden();
  expect(asked.filter((url) => url.endsWith('/rpc/get_feed'))).toEqual([]);
});

test('other people’s likes show in an open feed when it gets the focus, at most once a minute (D60)', async ({
  lapau,
  open,
}) => {
  const { post, inNagari } = await oneDish(lapau);
  const page = await open(`/${inNagari}`, await buildMember(lapau));
  const opened = await open(`/post/${post.id}`, await buildMember(lapau));
  const count = (of: Page, likes: number) => of.getByRole('button', { name: `Suka, ${likes} suka` });
  await expect(count(page, 0)).toBeVisible();
  await expect(count(opened, 0)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

  await lapau.call('toggle_like', { post_id_to_toggle: post.id, liked: true }, await buildMember(lapau));
  await expect(count(opened, 1)).toBeVisible();
  await focus();
  // Every focus fetches get_session, so the page has noticed this one.
  await expect.poll(() => asked.filter((url) => url.endsWith('/rpc/get_session'))).toHaveLength(1);
  expect(asked.filter((url) => url.endsWith('/rpc/get_feed'))).toEqual([]);
  await expect(count(page, 0)).toBeVisible();

  await page.clock.setSystemTime(Date.now() + 61_000);
  await focus();
  await expect(count(page, 1)).toBeVisible();
});
