import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { pauseCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

/** The sum of all layout shifts (Layout Instability API). */
type Shifted = { shifted: number };

/** Scrolls by 300 pixels each frame, like a fast fling, until the end or until nothing moves any more. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isAtEnd = () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    for (let before = -1; !isAtEnd() && window.scrollY !== before;) {
      before = window.scrollY;
      window.scrollBy(0, 300);
      await new Promise(requestAnimationFrame);
    }
  });

for (const [route, ending] of [
  ['/', 'Anda sudah melihat semua postingan.'],
  ['/foods', undefined],
] as const) {
  test(`no layout shift while scrolling through 100 cards of ${route}`, async ({ lapau, open }) => {
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
    // The reader reaches the end before the next page has come.
    const release = await pauseCall(page, 'get_feed');
    await expect(async () => {
      await scrollToEnd(page);
      const loading = page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /Memuat|Menunggu sinyal|Belum ada jawaban/ });
      await expect(loading).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    release();
    await expect
      .poll(
        async () => {
          await scrollToEnd(page);
          return page.getByText('Masakan 1', { exact: true }).isVisible();
        },
        { timeout: 300_000 },
      )
      .toBe(true);
    if (ending) await expect(page.getByText(ending)).toBeAttached();
    expect(await page.evaluate(() => (window as unknown as Shifted).shifted)).toBeLessThanOrEqual(0.02);
  });
}
