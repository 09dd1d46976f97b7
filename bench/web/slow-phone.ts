import type { BrowserContext } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import type { Row } from '../shared/table.ts';
import { firstCard, firstContent, openPage, settled, slow3G } from './phone.ts';
import type { Phone } from './phone.ts';

/** What Lighthouse and WebPageTest call slow 3G. */
const slow3GOfLighthouse = { ...slow3G, latency: 400 };
const visits = 3;

type Visit = { content: number; card: number };

/** The times to the first content and to the first card on slow 3G with a slow CPU. */
export async function measureSlowPhone(phone: Phone, url: string): Promise<Row[]> {
  const firsts: Visit[] = [];
  const seconds: Visit[] = [];
  const quicker: Visit[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await phone.signedIn();
    firsts.push(await visitSlowly(phone, context, url, slow3G));
    seconds.push(await visitSlowly(phone, context, url, slow3G));
    await context.close();
    const empty = await phone.signedIn();
    quicker.push(await visitSlowly(phone, empty, url, slow3GOfLighthouse));
    await empty.close();
  }
  const row = (what: string, times: number[], limit?: number): Row => {
    const time = median(times) / 1000;
    const budget = limit === undefined ? {} : { budget: `<= ${limit.toFixed(1)} s`, isMet: time <= limit };
    return { what, measured: `${time.toFixed(2)} s`, ...budget };
  };
  const contents = (list: Visit[]) => list.map(({ content }) => content);
  const cards = (list: Visit[]) => list.map(({ card }) => card);
  const cpu = `${phone.cpuRate} x CPU`;
  return [
    row(`first visit on slow 3G of Lighthouse, ${cpu}, to the first content`, contents(quicker), 1.5),
    row(`first visit on slow 3G, ${cpu}, to the first content`, contents(firsts)),
    row(`first visit on slow 3G, ${cpu}, to the first card`, cards(firsts)),
    row(`second visit on slow 3G, ${cpu}, to the first card`, cards(seconds), 1),
  ];
}

async function visitSlowly(phone: Phone, context: BrowserContext, url: string, network: typeof slow3G): Promise<Visit> {
  const { page, cdp } = await openPage(context);
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  const { painted } = await firstCard(page);
  await settled(page, 5_000);
  const content = await firstContent(page);
  await page.close();
  return { content, card: painted };
}
