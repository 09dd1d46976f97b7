import { longestConversation } from '../server/data/data.ts';
import { median } from '../shared/rounds.ts';
import type { Row } from '../shared/table.ts';
import { answerTime } from './first-tap.ts';
import { villageSizes } from './grown-village.ts';
import { firstCard, openPage, settled } from './phone.ts';
import type { Phone } from './phone.ts';

const visits = 5;
const budgetSeconds = 1;
const message = 'ul[aria-label^="Percakapan dengan"] > li';

/** Measures how soon a very long conversation is readable on a slow CPU: tapped in the list, and by address in a cold browser. */
export async function measureLongThread(phone: Phone, url: string): Promise<Row[]> {
  const path = `/chat/${longestConversation(villageSizes)}`;
  const fromList: number[] = [];
  const byAddress: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await phone.signedIn();
    const list = await openPage(context, `a[href="${path}"]`);
    await list.page.goto(`${url}/conversations`);
    await firstCard(list.page);
    await settled(list.page, 2_000);
    await list.cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
    fromList.push(await answerTime(list.page, `a[href="${path}"]`, message));
    await context.close();

    const cold = await phone.signedIn();
    const thread = await openPage(cold, message);
    await thread.cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuRate });
    await thread.page.goto(url + path, { waitUntil: 'commit' });
    byAddress.push((await firstCard(thread.page)).painted);
    await cold.close();
  }
  const seconds = (times: number[]) => median(times) / 1000;
  const what = `a conversation of ${villageSizes.messages} messages, ${phone.cpuRate} x CPU`;
  return [
    {
      what: `${what}, from the tap in the list to its messages`,
      measured: `${seconds(fromList).toFixed(2)} s`,
      budget: `<= ${budgetSeconds} s`,
      isMet: seconds(fromList) <= budgetSeconds,
    },
    { what: `${what}, by its address in a cold browser`, measured: `${seconds(byAddress).toFixed(2)} s` },
  ];
}
