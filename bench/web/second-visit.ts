import type { BrowserContext } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import type { Row } from '../shared/table.ts';
import { firstCard, firstPhoto, openPage, slow3G, slow3GOfLighthouse, untilKept } from './phone.ts';
import type { Phone } from './phone.ts';

const visits = 5;
const networks = [
  { what: 'slow 3G', network: slow3GOfLighthouse, limit: 1 },
  { what: 'slow 3G with 2 s latency', network: slow3G, limit: 1 },
  { what: 'no network', network: null, limit: 0.5 },
];

/** Measures how soon the feed is readable on a phone that has the app and a slow CPU, on slow lines and without any. */
export async function measureSecondVisits(phone: Phone, url: string): Promise<Row[]> {
  const context = await phone.signedIn();
  const { page } = await openPage(context);
  await page.goto(url);
  await untilKept(page);
  await page.close();
  const times = networks.map(() => ({ cards: [] as number[], photos: [] as number[] }));
  for (let visit = 0; visit < visits; visit += 1) {
    for (const [index, { network }] of networks.entries()) {
      const { card, photo } = await visitAgain(phone, context, url, network);
      times[index]?.cards.push(card);
      times[index]?.photos.push(photo);
    }
  }
  await context.close();
  return networks.flatMap(({ what, limit }, index) => {
    const { cards = [], photos = [] } = times[index] ?? {};
    const second = `second visit, ${what}, ${phone.cpuRate} x CPU`;
    const seconds = median(cards) / 1000;
    return [
      {
        what: `${second}, to the first card`,
        measured: `${seconds.toFixed(2)} s`,
        budget: `<= ${limit.toFixed(1)} s`,
        isMet: seconds <= limit,
      },
      { what: `${second}, to its photo`, measured: `${(median(photos) / 1000).toFixed(2)} s` },
    ];
  });
}

async function visitAgain(
  phone: Phone,
  context: BrowserContext,
  url: string,
  network: typeof slow3G | null,
): Promise<{ card: number; photo: number }> {
  const { page, cdp } = await openPage(context);
  // This cuts off the whole profile, the worker included; the lines below slow down the page alone, which the worker does not wait for.
  await context.setOffline(network === null);
  if (network) await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  const { painted } = await firstCard(page);
  const photo = await firstPhoto(page);
  await page.close();
  await context.setOffline(false);
  return { card: painted, photo };
}
