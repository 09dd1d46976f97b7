import type { Page } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import { milliseconds } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { answerTime } from './first-tap.ts';
import { openPage, settled, slow3G } from './phone.ts';
import type { Phone } from './phone.ts';

const repeats = 7;
const budgetMs = 100;

/**
 * Measures how soon a cook's tap shows on a slow CPU, long before a server on slow 3G has answered, beside a page with nothing but a
 * button, which tells how long a tap takes on this machine.
 */
export async function measureInstantAnswers(phone: Phone, url: string): Promise<Row[]> {
  const bareBefore = await flipBare(phone);
  const stall = await openSlow(phone, `${url}/my-warung`, 'li [role="switch"]');
  const switches = [
    { what: 'opening and closing the stall', times: await flip(stall, ':not(li *)[role="switch"]') },
    { what: 'marking a dish as sold out and back', times: await flip(stall, 'li [role="switch"]') },
  ];
  await stall.context().close();

  const list = await openSlow(phone, `${url}/conversations`, chatLink);
  await list.locator(chatLink).first().tap();
  const times = await sendMessages(list);
  await list.context().close();
  const bare = median([...bareBefore, ...(await flipBare(phone))]);
  return [...switches, { what: 'sending a message, to its bubble', times }].map(({ what, times: measured }) => ({
    what: `${what}, on slow 3G, ${phone.cpuRate} x CPU`,
    measured: milliseconds(median(measured)),
    against: `bare page ${milliseconds(bare)}`,
    ratio: median(measured) / bare,
    budget: `<= ${budgetMs} ms`,
    isMet: median(measured) <= budgetMs,
  }));
}

const barePage = `<meta name="viewport" content="width=device-width">
  <button role="switch" aria-checked="false" onclick="this.ariaChecked = this.ariaChecked !== 'true'">Buka</button>`;

async function flipBare(phone: Phone): Promise<number[]> {
  const { page, cdp } = await openPage(await phone.signedIn());
  await page.setContent(barePage);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  const times = await flip(page, 'button');
  await page.context().close();
  return times;
}

const chatLink = 'a[href^="/chat/"]';

/** Opens a screen, and makes its network and CPU slow when it has loaded. */
async function openSlow(phone: Phone, address: string, card: string): Promise<Page> {
  const { page, cdp } = await openPage(await phone.signedIn(), card);
  await page.goto(address);
  await page.locator(card).first().waitFor();
  await settled(page, 2_000);
  await cdp.send('Network.emulateNetworkConditions', slow3G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  return page;
}

async function flip(page: Page, control: string): Promise<number[]> {
  const times: number[] = [];
  // This taps the same control each time, wherever the list has it by then.
  await page
    .locator(control)
    .first()
    .evaluate((element) => element.setAttribute('data-flipped', ''));
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const wasOn = (await page.locator('[data-flipped]').getAttribute('aria-checked')) === 'true';
    times.push(await answerTime(page, '[data-flipped]', `[data-flipped][aria-checked="${!wasOn}"]`));
  }
  await page.locator('[data-flipped]').evaluate((element) => element.removeAttribute('data-flipped'));
  return times;
}

async function sendMessages(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const text = `Pesanan nomor ${repeat} sudah siap.`;
    await page.getByPlaceholder('Ketik pesan...').fill(text);
    times.push(await answerTime(page, 'button[aria-label="Kirim"]', 'main li', text));
  }
  return times;
}
