import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { hold } from './support/answers.ts';
import { storePhoto } from './support/photos.ts';
import { scrollTo } from './support/scroll.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** What moved by itself adds up here (Layout Instability API). */
type Shifted = { shifted: number };

for (const [route, ending] of [
  ['/', 'Anda sudah melihat semua postingan.'],
  ['/foods', undefined],
] as const) {
  test(`nothing jumps while one scrolls through 100 cards of ${route}`, async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
    const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
    for (let index = 0; index < 100; index += 1) {
      await buildPost(lapau, {
        user_id: seller.id,
        images: images.slice(index % 2),
        food_name: `Masakan ${index + 1}`,
        description: 'Ikan sungai, kuah kuning. '.repeat(index % 12),
        created_at: new Date(Date.now() - (100 - index) * 60_000),
      });
    }
    const page = await open('about:blank', await buildMember(lapau));
    await page.addInitScript(() => {
      const seen = window as unknown as Shifted;
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) seen.shifted += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${route}?nagari=${encodeURIComponent(seller.nagari)}`);
    await expect(page.getByText('Masakan 100', { exact: true })).toBeVisible();
    // The reader is at the end before the next page has come.
    const letGo = await hold(page, 'get_feed');
    await page.mouse.wheel(0, 100_000);
    const skeleton = page.getByRole('main').getByRole('status').filter({ hasText: 'Memuat...' });
    await expect(skeleton).toBeInViewport();
    letGo();
    await expect(skeleton).not.toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
    await scrollTo(page.getByText('Masakan 1', { exact: true }), 2400);
    if (ending) await expect(page.getByText(ending)).toBeAttached();
    expect(await page.evaluate(() => (window as unknown as Shifted).shifted)).toBeLessThanOrEqual(0.02);
  });
}
