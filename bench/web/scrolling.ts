import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '../shared/table.ts';
import { firstCard, openPage } from './phone.ts';
import type { Phone } from './phone.ts';

const enough = 100;
/** Steps without a new card after which the list has ended. */
const patience = 30;

/** How much the feed's layout shifts in all while somebody scrolls down, to 100 cards or its end. */
export async function measureScrolling(phone: Phone, url: string): Promise<Row[]> {
  const context = await phone.signedIn();
  const { page } = await openPage(context);
  await page.goto(url);
  await firstCard(page);
  // cards far off the screen are taken out of the page: those met are remembered by what stands on them
  const met = new Set<string>();
  for (let still = 0; still < patience && met.size < enough; still += 1) {
    const before = met.size;
    for (const text of await page.locator('article').allTextContents()) met.add(text);
    if (met.size > before) still = 0;
    await page.evaluate(() => scrollBy(0, 300));
    await delay(100);
  }
  const shift = await page.evaluate(() => window.seen.shift);
  await context.close();
  return [
    {
      what: `scrolling through ${met.size} cards, layout shift`,
      measured: shift.toFixed(3),
      budget: '<= 0.02',
      isMet: shift <= 0.02,
    },
  ];
}
