import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { restoreCall, pauseCall, failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { deleteSessionCookie } from './support/session.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

/** A seller in a nagari without other sellers, with posts of these names. */
async function stallWith(lapau: Lapau, ...names: string[]) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const ids: string[] = [];
  for (const food_name of names) ids.push((await buildPost(lapau, { user_id: seller.id, images, food_name })).id);
  return { ids, seller, feed: `/?nagari=${encodeURIComponent(seller.nagari)}` };
}

test('a saved post is first on the list, and a second press removes it', async ({ lapau, open }) => {
  const { ids, feed } = await stallWith(lapau, 'Sate', 'Gulai');
  const page = await open(feed, await buildMember(lapau));
  const dish = (name: string) => page.getByRole('article', { name });
  const save = (name: string) => dish(name).getByRole('button', { name: 'Simpan' });
  const saved = page.waitForResponse(/toggle_save_post/);
  await save('Gulai').click();
  await expect(save('Gulai')).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await save('Sate').click();
  await expect(save('Sate')).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Profil' }).click();
  await page.getByRole('link', { name: 'Postingan Tersimpan' }).click();
  await expect(page.getByRole('heading', { name: 'Postingan Tersimpan' })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Sate', 'Gulai']);
  await expectAccessible(page);
  const release = await pauseCall(page, 'toggle_save_post');
  await save('Sate').click();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Gulai']);
  const [sate = ''] = ids;
  const removed = page.waitForResponse((response) => {
    if (!response.url().endsWith('/rpc/toggle_save_post')) return false;
    const { post_id_to_toggle: id, saved } = response.request().postDataJSON() as Record<string, unknown>;
    return id === sate && saved === false;
  });
  release();
  await save('Gulai').click();
  await expect(page.getByText('Belum ada postingan tersimpan.')).toBeVisible();
  await expectAccessible(page);
  // The request is over first: leaving the page could cut it off.
  await removed;
  await page.getByRole('link', { name: 'Lihat Feed' }).click();
  await page.goto(feed);
  await expect(save('Sate')).toHaveAttribute('aria-pressed', 'false');
});

test('a post saved on another device shows on the open list', async ({ lapau, open }) => {
  const { ids } = await stallWith(lapau, 'Sate', 'Gulai');
  const member = await buildMember(lapau);
  const page = await open('/saved', member);
  await expect(page.getByText('Belum ada postingan tersimpan.')).toBeVisible();
  for (const id of ids) {
    await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, member);
  }
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Gulai', 'Sate']);
});

test('a saved dish that sold out while another screen was shown is sold out in the list', async ({ lapau, open }) => {
  const { ids, seller } = await stallWith(lapau, 'Sate');
  const member = await buildMember(lapau);
  for (const id of ids) await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, member);
  const page = await open('/saved', member);
  const dish = page.getByRole('article', { name: 'Sate' });
  await expect(dish).toBeVisible();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('link', { name: 'Postingan Tersimpan' })).toBeVisible();
  await lapau.call('set_posts_open', { post_ids: ids, is_open: false }, seller);
  await page.goBack();
  await expect(dish).toContainText('Habis');
});

test.describe('a save that fails', () => {
  test.use({
    expectedErrors: /(400|401|500).*(toggle_save_post|get_session|get_feed|get_post_details|get_saved_posts)/,
  });

  test('is undone on the screen, and each screen shows its own text', async ({ lapau, open }) => {
    const { ids, feed } = await stallWith(lapau, 'Sate');
    const member = await buildMember(lapau);
    const page = await open(feed, member);
    const save = page.getByRole('button', { name: 'Simpan' });
    await failCall(page, 'toggle_save_post');
    await save.click();
    await expectToast(page, 'Gagal menyimpan postingan. Coba lagi.');
    await expect(save).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('link', { name: 'Lihat Sate' }).click();
    await expect(page).toHaveURL(/post/);
    await save.click();
    await expectToast(page, 'Gagal menyimpan post.');
    await expect(save).toHaveAttribute('aria-pressed', 'false');

    const [id = ''] = ids;
    await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, member);
    await page.goto('/saved');
    const release = await pauseCall(page, 'toggle_save_post');
    await save.click();
    await expect(page.getByRole('article')).toBeHidden();
    release();
    await expectToast(page, 'Gagal menyimpan postingan. Coba lagi.');
    await expect(page.getByRole('article', { name: 'Sate' })).toBeVisible();
    await expect(save).toHaveAttribute('aria-pressed', 'true');
  });

  test('because the session has ended leads to /login', async ({ lapau, open }) => {
    const { feed } = await stallWith(lapau, 'Sate');
    const member = await buildMember(lapau);
    await buildPassword(lapau, member);
    const page = await open(feed, member);
    await expect(page.getByRole('article')).toBeVisible();
    await deleteSessionCookie(page);
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Anda harus login untuk menyimpan postingan.');
    await expect(page).toHaveURL(/\/login/);
  });

  test('a list that cannot be loaded says so and is loaded again on request', async ({ lapau, open }) => {
    const page = await open('/profile', await buildMember(lapau));
    await failCall(page, 'get_saved_posts');
    await page.getByRole('link', { name: 'Postingan Tersimpan' }).click();
    await expect(page.getByRole('main').getByText('Gagal memuat postingan tersimpan.')).toBeVisible();
    await restoreCall(page, 'get_saved_posts');
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(page.getByText('Belum ada postingan tersimpan.')).toBeVisible();
  });
});
