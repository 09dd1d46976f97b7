import { errors } from '@lapau/contract/errors';
import { buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { restoreCall, pauseCall, failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { deleteSessionCookie } from './support/session.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

async function oneDish(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, {
    user_id: seller.id,
    images: [await storePhoto(lapau, seller)],
    food_name: 'Sate Danguang',
  });
  return { post, feed: `/?nagari=${encodeURIComponent(seller.nagari)}`, nagari: seller.nagari };
}

test('thousands of likes show short, and are read out in full', async ({ lapau, open }) => {
  const { post, feed } = await oneDish(lapau);
  await lapau.db.updateTable('posts').set({ likes_count: 12_345 }).where('id', '=', post.id).execute();
  const page = await open(feed, await buildMember(lapau));
  await expect(page.getByRole('button', { name: 'Suka, 12.345 suka' })).toHaveText('12,3 rb');
});

test('a like shows at once on every screen, and of quick taps the last one counts (D28)', async ({ lapau, open }) => {
  const { post, feed, nagari } = await oneDish(lapau);
  const page = await open(feed, await buildMember(lapau));
  const card = page.getByRole('article', { name: 'Sate Danguang' });
  const release = await pauseCall(page, 'toggle_like');
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/toggle_like')) asked.push(request.postDataJSON());
  });
  await card.getByRole('button', { name: 'Suka, 0 suka' }).click();
  await card.getByRole('button', { name: 'Suka, 1 suka' }).click();
  await card.getByRole('button', { name: 'Suka, 0 suka' }).click();
  const liked = card.getByRole('button', { name: 'Suka, 1 suka' });
  await expect(liked).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => asked).toEqual([{ post_id_to_toggle: post.id, liked: true }]);

  // While it is being sent, it shows on other screens too.
  await card.getByRole('link', { name: 'Lihat Sate Danguang' }).click();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  release();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await page.getByRole('link', { name: 'Makanan' }).click();
  await page.getByRole('combobox', { name: 'Nagari' }).selectOption(nagari);
  await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(
      async () =>
        (await lapau.db.selectFrom('likes').select('user_id').where('post_id', '=', post.id).execute()).length,
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Suka, 1 suka' }).click();
  await expect(page.getByRole('button', { name: 'Suka, 0 suka' })).toHaveAttribute('aria-pressed', 'false');
});

test('a like shows on another person’s open post page, which does not fetch the comments again', async ({
  lapau,
  open,
}) => {
  const { post, feed } = await oneDish(lapau);
  const opened = await open(`/post/${post.id}`, await buildMember(lapau));
  await expect(opened.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  const fetched: string[] = [];
  opened.on('request', (request) => fetched.push(request.url()));
  const page = await open(feed, await buildMember(lapau));
  await page.getByRole('button', { name: 'Suka, 0 suka' }).click();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  await expect(opened.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'false');
  expect(fetched.filter((url) => url.endsWith('/get_comments_for_post'))).toEqual([]);
});

test.describe('a like that fails', () => {
  test.use({ expectedErrors: /(ERR_FAILED|401|400|500).*(toggle_like|get_session|get_feed|get_post_details)/ });

  test('is undone on the screen, and each screen shows its own text', async ({ lapau, open }) => {
    const { post, feed } = await oneDish(lapau);
    const page = await open(feed, await buildMember(lapau));
    const card = page.getByRole('article', { name: 'Sate Danguang' });
    let refused = 0;
    await page.route('**/rpc/toggle_like', (route) => {
      refused += 1;
      const [status, message] = errors.malformed_request;
      return route.fulfill({ status, json: { code: 'malformed_request', message } });
    });
    const tap = async (times: number) => {
      await card.getByRole('button', { name: 'Suka, 0 suka' }).click();
      // The toast of the first time is still there the second time.
      await expect.poll(() => refused).toBe(times);
      await expectToast(page, 'Gagal menyukai postingan. Coba lagi.');
      await expect(card.getByRole('button', { name: 'Suka, 0 suka' })).toHaveAttribute('aria-pressed', 'false');
    };
    await tap(1);
    await tap(2);
    await restoreCall(page, 'toggle_like');
    await failCall(page, 'toggle_like');
    await card.getByRole('link', { name: 'Lihat Sate Danguang' }).click();
    await expect(page).toHaveURL(`/post/${post.id}`);
    await page.getByRole('button', { name: 'Suka, 0 suka' }).click();
    await expectToast(page, 'Gagal memperbarui suka.');
    await expect(page.getByRole('button', { name: 'Suka, 0 suka' })).toHaveAttribute('aria-pressed', 'false');
    await restoreCall(page, 'toggle_like');
    await page.getByRole('button', { name: 'Suka, 0 suka' }).click();
    await expect(page.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('because the session has ended leads to /login, and back', async ({ lapau, open }) => {
    const { feed } = await oneDish(lapau);
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const page = await open(feed, member);
    await expect(page.getByRole('article')).toBeVisible();
    await deleteSessionCookie(page);
    await page.getByRole('button', { name: 'Suka, 0 suka' }).click();
    await expectToast(page, 'Anda harus login untuk menyukai postingan.');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Kata sandi', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page).toHaveURL(feed);
    await expect(page.getByRole('article', { name: 'Sate Danguang' })).toBeVisible();
  });
});
