import type { Page } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import { milliseconds } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { openPage, slow3G, takenOver } from './phone.ts';
import type { Phone } from './phone.ts';

const taps = [
  { what: 'comments', control: 'article button[aria-haspopup="dialog"]', shell: '[role="dialog"]' },
  { what: 'a menu', control: 'article button[aria-haspopup="menu"]', shell: '[role="dialog"], [role="menu"]' },
  { what: 'a tab', control: 'nav a[href="/warung"]', shell: 'nav a[href="/warung"][aria-current="page"]' },
];
const visits = 3;
const budgetMs = 100;

/** Measures how long the first tap, right after the first card, takes to be answered on slow 3G with a slow CPU. */
export async function measureFirstTaps(phone: Phone, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, control, shell } of taps) {
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await phone.signedIn();
      const { page, cdp } = await openPage(context);
      await cdp.send('Network.emulateNetworkConditions', slow3G);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
      await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
      await takenOver(page);
      times.push(await answerTime(page, control, shell));
      await context.close();
    }
    const time = median(times);
    rows.push({
      what: `first tap on ${what}, cold, on slow 3G, ${phone.cpuRate} x CPU, to its shell`,
      measured: milliseconds(time),
      budget: `<= ${budgetMs} ms`,
      isMet: time <= budgetMs,
    });
  }
  return rows;
}

/**
 * Taps a control, and waits until a frame has been painted that has the element `shown`.
 * @param text the text that this element has to contain
 * @returns the milliseconds from the tap's click to that frame
 */
export async function answerTime(page: Page, control: string, shown: string, text = ''): Promise<number> {
  const answer = page.evaluate(
    ([tapped, selector, contained]) =>
      new Promise<number>((resolve) => {
        const isShown = () =>
          [...document.querySelectorAll(selector)].some((element) => element.textContent.includes(contained));
        document.addEventListener(
          'click',
          (event) => {
            if (!(event.target as Element).closest(tapped)) return;
            const look = () => {
              if (!isShown()) return requestAnimationFrame(look);
              // The frame has been painted when the next one begins.
              return requestAnimationFrame(() => resolve(performance.now() - event.timeStamp));
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    [control, shown, text] as const,
  );
  await page.locator(control).first().tap();
  return answer;
}
