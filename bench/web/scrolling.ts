import type { Row } from '../shared/table.ts';
import { firstCard, openPage } from './phone.ts';
import type { Phone } from './phone.ts';

const enough = 100;

/** How much the feed's layout shifts in all while somebody scrolls down, to 100 cards or its end. */
export async function measureScrolling(phone: Phone, url: string): Promise<Row[]> {
  const context = await phone.signedIn();
  const { page } = await openPage(context);
  await page.goto(url);
  await firstCard(page);
  let cards = 0;
  for (let still = 0; still < 20 && cards < enough;) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 100)));
    still = (await page.evaluate(() => scrollY)) === before ? still + 1 : 0;
    cards = await page.locator('article').count();
  }
  const shift = await page.evaluate(() => window.seen.shift);
  await context.close();
  return [
    {
      what: `scrolling through ${cards} cards, layout shift`,
      measured: shift.toFixed(3),
      budget: '<= 0.02',
      isMet: shift <= 0.02,
    },
  ];
}
