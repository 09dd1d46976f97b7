import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Person, Target } from '../target/target.ts';
import { until } from '../target/until.ts';

const dayMs = 86_400_000;
/** The times at which the clocks of the phones begin. */
const phones = {
  '400 days ahead': () => Date.now() + 400 * dayMs,
  'in 2020': () => Date.parse('2020-02-29T12:00:00Z'),
};
const patienceMs = 30_000;
const noticeAgeMs = 3 * 3_600_000;
/** Runs in the page, and reads the drafts that are stored on the device. */
const readDrafts = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('drafts');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      opening.result.close();
      resolve(JSON.stringify(reading.result));
    };
  };
})`;

/** Phones with wrong clocks send once what they kept without signal, keep what is typed, and show ages by the server's clock. */
export const walkWithPhones = (outcome: Outcome): Promise<void> =>
  withTarget(outcome, { people: 8 }, async (target) => {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      for (const [name, begins] of Object.entries(phones)) await walk(target, browser, `a phone ${name}`, begins());
      outcome.rounds += 1;
    } finally {
      await browser.close();
    }
  });

async function walk(target: Target, browser: Browser, phone: string, begins: number): Promise<void> {
  const { outcome, db, platform, people, posts } = target;
  const person = people.findLast(({ isSeller }) => !isSeller);
  const [post] = posts;
  if (!person || post === undefined) throw new Error('nobody buys');
  const url = platform.publicUrl;
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  try {
    const [name = '', value = ''] = person.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    const typed = `Ditulis ${phone}`;
    const kept = `Belum selesai ${phone}`;
    const age = await ageOfNotice(target, context, person, begins);
    let page = await open(context, `${url}/post/${post}`, begins);
    await page.getByPlaceholder('Tulis komentar...').waitFor({ timeout: patienceMs });
    await context.setOffline(true);
    await page.getByPlaceholder('Tulis komentar...').fill(typed);
    await page.getByRole('button', { name: 'Kirim' }).click();
    await page.getByText('menunggu sinyal').first().waitFor({ timeout: patienceMs });
    await page.getByPlaceholder('Tulis komentar...').fill(kept);
    await until('the draft', async () => (await page.evaluate<string>(readDrafts)).includes(kept), patienceMs);
    await page.close();

    await context.setOffline(false);
    page = await open(context, `${url}/post/${post}`, begins + 3_600_000);
    const stored = async () =>
      (await db.selectFrom('post_comments').where('content', '=', typed).select('id').execute()).length;
    await until('the comment', async () => (await stored()) > 0, patienceMs).catch(() => undefined); // counted below
    const box = page.getByPlaceholder('Tulis komentar...');
    const hasDraft = async () => (await box.inputValue({ timeout: patienceMs })) === kept;
    const isKept = await until('the draft', hasDraft, patienceMs).then(
      () => true,
      () => false,
    );
    const sent = await stored();
    outcome.acknowledged += Math.min(sent, 1);
    outcome.lost += Number(sent === 0);
    outcome.doubled += Math.max(0, sent - 1);
    outcome.notes.push(
      `${phone}: ${sent} of 1 comment sent, ${Number(isKept)} of 1 draft kept, a notification of three hours ago is '${age}'`,
    );
    if (sent === 0) outcome.faults.push(`${phone}: what waited in its outbox is not sent`);
    if (!isKept) outcome.faults.push(`${phone}: what was typed is gone`);
    if (age !== '3 jam yang lalu') outcome.faults.push(`${phone}: a notification of three hours ago is '${age}'`);
  } finally {
    await context.close();
  }
}

/** Adds a notification of three hours ago. @returns its age as the phone shows it */
async function ageOfNotice(
  { db, platform }: Target,
  context: BrowserContext,
  { id }: Person,
  time: number,
): Promise<string> {
  await db
    .insertInto('notifications')
    .values({ user_id: id, type: 'new_report', content: 'Laporan', created_at: new Date(Date.now() - noticeAgeMs) })
    .execute();
  const page = await open(context, `${platform.publicUrl}/notifications`, time);
  try {
    const age = page.getByText(/yang lalu|baru saja|\d{4}/).first();
    return (await age.textContent({ timeout: patienceMs }))?.trim() ?? '';
  } finally {
    await page.close();
  }
}

async function open(context: BrowserContext, url: string, time: number): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install({ time });
  await page.goto(url, { timeout: patienceMs });
  return page;
}
