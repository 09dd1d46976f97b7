import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '../shared/table.ts';
import { openPage, settled, takenOver } from './phone.ts';
import type { Phone } from './phone.ts';

const maxCards = 100;
/** After so many steps without a new card the list has ended. */
const maxIdleSteps = 30;

type List = { what: string; path: string; card: string };

export const feed: List = { what: 'cards of the feed', path: '/', card: 'article' };
export const adminUsers: List = {
  what: 'of 10 000 people in /admin/users',
  path: '/admin/users',
  card: 'ul[aria-label="Pengguna"] > li',
};

/** Measures layout shift and script time while a list is scrolled on a slow CPU, to 100 cards or its end. */
export async function measureScrolling(phone: Phone, url: string, { what, path, card }: List): Promise<Row[]> {
  const context = await phone.signedIn();
  const { page, cdp } = await openPage(context, card);
  await page.goto(url + path);
  await takenOver(page);
  await settled(page, 2_000);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  await page.evaluate(() => (window.measured.slowFrames = []));
  // the page removes the content of cards far off the screen, so cards are counted by their text
  const seenTexts = new Set<string>();
  let nodes = 0;
  for (let idleSteps = 0; idleSteps < maxIdleSteps && seenTexts.size < maxCards; idleSteps += 1) {
    const before = seenTexts.size;
    for (const text of await page.locator(card).allTextContents()) seenTexts.add(text);
    if (seenTexts.size > before) idleSteps = 0;
    nodes = Math.max(nodes, await page.locator('*').count());
    await page.evaluate(() => scrollBy(0, 300));
    await delay(100);
  }
  const { shift, slowFrames } = await page.evaluate(() => window.measured);
  const longest = Math.max(0, ...slowFrames);
  await context.close();
  return [
    {
      what: `scrolling through ${seenTexts.size} ${what}, ${phone.cpuRate} x CPU, layout shift`,
      measured: shift.toFixed(3),
      budget: '<= 0.02',
      isMet: shift <= 0.02,
    },
    {
      what: 'the same, our scripts in the slowest frame',
      measured: `${longest.toFixed(0)} ms`,
      budget: '<= 50 ms',
      isMet: longest <= 50,
    },
    { what: 'the same, nodes in the page', measured: `${nodes}`, budget: '<= 3000', isMet: nodes <= 3000 },
  ];
}
