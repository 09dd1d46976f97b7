import type { Locator } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { doubleTap, moveFingers } from './support/gestures.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

async function postWithPhotos(lapau: Lapau, count: number) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = await Promise.all(Array.from({ length: count }, () => storePhoto(lapau, seller)));
  const post = await buildPost(lapau, { user_id: seller.id, images });
  return { seller, post };
}

/** How much an element is scaled on the screen. */
const scaleOf = (photo: Locator) =>
  photo.evaluate((image: HTMLElement) => image.getBoundingClientRect().width / image.offsetWidth);

const middle = { x: 180, y: 370 };

test('a tap opens the photo over the whole screen; two fingers and a double tap zoom; back closes it only', async ({
  lapau,
  open,
}) => {
  const { seller, post } = await postWithPhotos(lapau, 3);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  await page.getByRole('link', { name: 'Lihat Gulai Baung, foto 1' }).tap();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await page.getByRole('button', { name: 'Perbesar Gulai Baung, foto 1 dari 3' }).tap();
  const viewer = page.getByRole('dialog', { name: 'Foto Gulai Baung' });
  const photo = viewer.getByRole('img', { name: 'Gulai Baung, foto 1 dari 3' });
  await expect(photo).toBeInViewport();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await photo.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await expectAccessible(page);

  await moveFingers(
    page,
    [
      { x: 140, y: 370 },
      { x: 220, y: 370 },
    ],
    [
      { x: 60, y: 370 },
      { x: 300, y: 370 },
    ],
  );
  await expect.poll(() => scaleOf(photo)).toBeCloseTo(3, 1);
  // The photo pans as far as its edge.
  await moveFingers(page, [middle], [{ x: 340, y: 370 }]);
  await moveFingers(page, [middle], [{ x: 350, y: 370 }]);
  await moveFingers(page, [middle], [{ x: 350, y: 370 }]);
  await expect.poll(async () => Math.round((await photo.boundingBox())?.x ?? -1)).toBe(0);
  await doubleTap(viewer);
  await expect.poll(() => scaleOf(photo)).toBeCloseTo(1, 2);
  await doubleTap(viewer);
  await expect.poll(() => scaleOf(photo)).toBeCloseTo(2.5, 2);

  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/\?nagari=/);
});

test('a swipe, keys and buttons show the other photos; a swipe down, Esc and a button close', async ({
  lapau,
  open,
}) => {
  const { post } = await postWithPhotos(lapau, 3);
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  const opener = page.getByRole('button', { name: 'Perbesar Gulai Baung, foto 1 dari 3' });
  const viewer = page.getByRole('dialog', { name: 'Foto Gulai Baung' });
  const photo = (number: number) => viewer.getByRole('img', { name: `Gulai Baung, foto ${number} dari 3` });
  await opener.tap();
  await expect(photo(1)).toBeInViewport();
  await moveFingers(page, [{ x: 300, y: 370 }], [{ x: 60, y: 375 }]);
  await expect(photo(2)).toBeInViewport({ ratio: 1 });
  await viewer.getByRole('button', { name: 'Foto berikutnya' }).tap();
  await expect(photo(3)).toBeInViewport({ ratio: 1 });
  await expect(viewer.getByRole('button', { name: 'Foto berikutnya' })).toBeDisabled();
  // The post has no fourth photo.
  await moveFingers(page, [{ x: 300, y: 370 }], [{ x: 60, y: 375 }]);
  await page.keyboard.press('ArrowLeft');
  await expect(photo(2)).toBeInViewport({ ratio: 1 });

  await moveFingers(page, [{ x: 180, y: 300 }], [{ x: 185, y: 560 }]);
  await expect(viewer).toBeHidden();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => viewer.getByRole('button', { name: 'Tutup' }).tap(),
  ]) {
    await opener.tap();
    await expect(photo(1)).toBeInViewport({ ratio: 1 });
    await close();
    await expect(viewer).toBeHidden();
  }
  await expect(page).toHaveURL(`/post/${post.id}`);
});

test('a double tap likes, on card and post, once; a single tap still opens', async ({ lapau, open }) => {
  const { seller, post } = await postWithPhotos(lapau, 1);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/toggle_like')) sent.push(request.postDataJSON());
  });
  const once = [{ post_id_to_toggle: post.id, liked: true }];
  const card = page.getByRole('link', { name: 'Lihat Gulai Baung' });
  const liked = page.getByRole('button', { name: 'Suka, 1 suka', pressed: true });
  await doubleTap(card);
  await expect(liked).toBeVisible();
  await doubleTap(card);
  await card.tap();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await expect(liked).toBeVisible();
  expect(sent).toEqual(once);

  await doubleTap(page.getByRole('button', { name: 'Perbesar Gulai Baung' }));
  await page.getByRole('button', { name: 'Perbesar Gulai Baung' }).tap();
  await expect(page.getByRole('dialog', { name: 'Foto Gulai Baung' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(liked).toBeVisible();
  expect(sent).toEqual(once);
  await liked.tap();
  await doubleTap(page.getByRole('button', { name: 'Perbesar Gulai Baung' }));
  await expect(liked).toBeVisible();
  await expect
    .poll(async () => (await lapau.call('get_post_details', { p_post_id: post.id }, seller)) as unknown)
    .toMatchObject({ likes: 1 });
});
