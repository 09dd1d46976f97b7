import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import type { Row } from '../shared/table.ts';
import { firstCard, firstContent, firstPhoto, openPage, settled, slow3G, slow3GOfLighthouse } from './phone.ts';
import type { Phone } from './phone.ts';

const visits = 3;

type Visit = { content: number; photo: number; card: number };

/** Measures the times to the first content, the first photo and the app's first card on slow 3G with a slow CPU. */
export async function measureSlowPhone(phone: Phone, url: string): Promise<Row[]> {
  const firsts: Visit[] = [];
  const quicker: Visit[] = [];
  const strangers: Omit<Visit, 'card'>[] = [];
  const post = await firstPost(phone, url);
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await phone.signedIn();
    firsts.push(await visitFeed(phone, context, url, slow3G));
    await context.close();
    const empty = await phone.signedIn();
    quicker.push(await visitFeed(phone, empty, url, slow3GOfLighthouse));
    await empty.close();
    const stranger = await phone.signedOut();
    strangers.push(await visitLink(phone, stranger, `${url}/post/${post}`));
    await stranger.close();
  }
  const cpu = `${phone.cpuRate} x CPU`;
  const row = (what: string, times: number[], limit?: number): Row => {
    const time = median(times) / 1000;
    const budget = limit === undefined ? {} : { budget: `<= ${limit.toFixed(1)} s`, isMet: time <= limit };
    return { what: `${what} on slow 3G, ${cpu}`, measured: `${time.toFixed(2)} s`, ...budget };
  };
  return [
    row(
      'first visit, to the first content',
      quicker.map(({ content }) => content),
      1,
    ),
    row(
      'first visit, to the first photo with name and price',
      quicker.map(({ photo }) => photo),
      4,
    ),
    row(
      'first visit, to the first card that answers',
      quicker.map(({ card }) => card),
    ),
    row(
      'a link without a session, to its photo with name and price',
      strangers.map(({ photo }) => photo),
      4,
    ),
    row(
      '2 s latency: first visit, to the first photo with name and price',
      firsts.map(({ photo }) => photo),
    ),
    row(
      '2 s latency: first visit, to the first card that answers',
      firsts.map(({ card }) => card),
    ),
  ];
}

async function firstPost(phone: Phone, url: string): Promise<string> {
  const context = await phone.signedIn();
  const answer = await context.request.post(`${url}/rpc/get_feed`, { data: {}, headers: { origin: url } });
  const [post] = (await answer.json()) as { id: string }[];
  await context.close();
  if (!post) throw new Error('the feed has no post');
  return post.id;
}

async function visitFeed(phone: Phone, context: BrowserContext, url: string, network: typeof slow3G): Promise<Visit> {
  const page = await openSlowly(phone, context, url, network);
  const photo = await firstPhoto(page);
  const { painted } = await firstCard(page);
  await settled(page, 5_000);
  const content = await firstContent(page);
  await page.close();
  return { content, photo, card: painted };
}

async function visitLink(phone: Phone, context: BrowserContext, url: string): Promise<Omit<Visit, 'card'>> {
  const page = await openSlowly(phone, context, url, slow3GOfLighthouse);
  const [photo, content] = [await firstPhoto(page), await firstContent(page)];
  await page.close();
  return { content, photo };
}

async function openSlowly(phone: Phone, context: BrowserContext, url: string, network: typeof slow3G): Promise<Page> {
  const { page, cdp } = await openPage(context);
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  return page;
}
