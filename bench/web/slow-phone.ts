import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../shared/rounds.ts';
import type { Row } from '../shared/table.ts';
import {
  firstCard,
  firstContent,
  firstPhoto,
  openPage,
  settled,
  slow3G,
  slow3GOfLighthouse,
  takenOver,
} from './phone.ts';
import type { Phone } from './phone.ts';

const visits = 3;

type Visit = { content: number; readable: number; photo: number; taken: number };

/**
 * Measures on slow 3G with a slow CPU when something is painted, when the first card or a stranger's form can be read, when the first
 * photo is there, and when the app has taken the page over.
 */
export async function measureSlowPhone(phone: Phone, url: string): Promise<Row[]> {
  const firsts: Visit[] = [];
  const quicker: Visit[] = [];
  const strangers: Visit[] = [];
  const farStrangers: Visit[] = [];
  const post = await firstPost(phone, url);
  for (let round = 0; round < visits; round += 1) {
    const context = await phone.signedIn();
    firsts.push(await visit(phone, context, url, slow3G));
    await context.close();
    const empty = await phone.signedIn();
    quicker.push(await visit(phone, empty, url, slow3GOfLighthouse));
    await empty.close();
    const stranger = await phone.signedOut();
    strangers.push(await visit(phone, stranger, `${url}/post/${post}`, slow3GOfLighthouse));
    await stranger.close();
    const farStranger = await phone.signedOut();
    farStrangers.push(await visit(phone, farStranger, `${url}/post/${post}`, slow3G));
    await farStranger.close();
  }
  const cpu = `${phone.cpuRate} x CPU`;
  const row = (what: string, times: number[], limit?: number): Row => {
    const time = median(times) / 1000;
    const budget = limit === undefined ? {} : { budget: `<= ${limit.toFixed(1)} s`, isMet: time <= limit };
    return { what: `${what} on slow 3G, ${cpu}`, measured: `${time.toFixed(2)} s`, ...budget };
  };
  const of = (list: Visit[], name: keyof Visit) => list.map((one) => one[name]);
  return [
    row('first visit, to the first content', of(quicker, 'content'), 1),
    row('first visit, to a card that can be read', of(quicker, 'readable'), 1.5),
    row('first visit, to the first photo', of(quicker, 'photo'), 4),
    row('first visit, until everything answers', of(quicker, 'taken')),
    row('a link without a session, to a form that can be used', of(strangers, 'readable'), 1.5),
    row('a link without a session, to its photo', of(strangers, 'photo'), 4),
    row('a link without a session, until everything answers', of(strangers, 'taken')),
    row('2 s latency: first visit, to a card that can be read', of(firsts, 'readable'), 4.5),
    row('2 s latency: first visit, to the first photo', of(firsts, 'photo')),
    row('2 s latency: first visit, until everything answers', of(firsts, 'taken')),
    row('2 s latency: a link without a session, to a form that can be used', of(farStrangers, 'readable'), 4.5),
    row('2 s latency: a link without a session, until everything answers', of(farStrangers, 'taken')),
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

async function visit(phone: Phone, context: BrowserContext, url: string, network: typeof slow3G): Promise<Visit> {
  const page = await openSlowly(phone, context, url, network);
  const photo = await firstPhoto(page);
  const { painted: readable } = await firstCard(page);
  const taken = await takenOver(page);
  await settled(page, 5_000);
  const content = await firstContent(page);
  await page.close();
  return { content, readable, photo, taken };
}

async function openSlowly(phone: Phone, context: BrowserContext, url: string, network: typeof slow3G): Promise<Page> {
  const { page, cdp } = await openPage(context, 'article, main form');
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  return page;
}
