import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { poorDevices } from './support/poor-devices.ts';
import { loseSignal } from './support/signal.ts';
import { waitingChanges } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed/,
});

const notKept = 'Belum terkirim, dan tidak bisa disimpan di HP ini. Jangan tutup aplikasi sampai terkirim.';

test('what a device that never answers cannot keep says so, keeps its text, and is sent with the next signal', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const { id } = await buildPost(lapau, { user_id: chat.seller.id });
  const page = await open('about:blank', chat.buyer);
  await poorDevices['a device that never answers']?.(page, lapau);
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
  await page.context().setOffline(true);
  await send(page, 'Masih ada?');
  await expect(page.getByText(notKept).first()).toBeVisible();
  await expect(messageRow(page, 'Masih ada?')).toBeVisible();
  await page.context().setOffline(false);
  await expect(messageRow(page, 'Masih ada?')).toContainText(/(?<!belum )terkirim/);
  await expect(page.getByText(notKept)).toHaveCount(0);

  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  const stored = lapau.db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id);
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 0 });
  await loseSignal(page);
  await page.getByPlaceholder('Tulis komentar...').fill('Pedas tidak?');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  const thread = page.getByRole('list', { name: 'Komentar' });
  await expect(thread).toContainText('Pedas tidak?');
  await expect(thread).toContainText(notKept);
  await page.context().setOffline(false);
  await expect(thread).not.toContainText(notKept);
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 1 });
  expect(await storedTexts(lapau, chat)).toEqual(['Masih ada?']);
});

/** Keeps a store busy from another page, which stands still in the middle of a change. @returns releases the store */
async function hold(page: Page, url: string, [database, store]: [string, string]): Promise<() => Promise<void>> {
  const other = await page.context().newPage();
  await other.goto(`${url}/robots.txt`);
  await other.evaluate(
    async ([database, store]) => {
      const opening = indexedDB.open(database);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const objects = opening.result.transaction(store, 'readwrite').objectStore(store);
      const ask = () => objects.get('').addEventListener('success', ask);
      ask();
    },
    [database, store] as const,
  );
  await page.bringToFront();
  return () => other.close();
}

test('what was sent while the storage did not answer is not sent again once it does, and what was not is kept', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/rpc/send_message'))
      sent.push((request.postDataJSON() as { p_content: string }).p_content);
  });
  await send(page, 'Satu');
  await expect(messageRow(page, 'Satu')).toContainText(/(?<!belum )terkirim/);
  await untilKept(page, '');
  const letGo = await hold(page, lapau.url, ['outbox', 'entries']);
  await send(page, 'Dua');
  await expect(messageRow(page, 'Dua')).toContainText(/(?<!belum )terkirim/);
  await page.context().setOffline(true);
  await send(page, 'Tiga');
  await expect(page.getByText(notKept).first()).toBeVisible();
  await letGo();
  const keptTexts = async () =>
    (JSON.parse(await waitingChanges(page)) as { change: { content?: string } }[][])
      .flat()
      .flatMap(({ change }) => change.content ?? []);
  await expect.poll(keptTexts).toEqual(['Tiga']);
  await page.close();
  const again = await page.context().newPage();
  await again.goto(`/chat/${chat.id}`);
  await expect(messageRow(again, 'Tiga')).toBeVisible();
  await again.context().setOffline(false);
  await expect(messageRow(again, 'Tiga')).toContainText(/(?<!belum )terkirim/);
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Satu', 'Dua', 'Tiga']);
  expect(sent.filter((text) => text === 'Dua')).toEqual(['Dua']);
});

test('a draft that is typed while the one before it is deleted late stays', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await page.addInitScript(() => {
    const done: string[] = [];
    Object.assign(window, { done });
    for (const name of ['put', 'delete'] as const) {
      const work = Reflect.get(IDBObjectStore.prototype, name) as (...given: unknown[]) => unknown;
      Reflect.set(IDBObjectStore.prototype, name, function (this: IDBObjectStore, ...given: unknown[]) {
        if (this.name === 'drafts') done.push(`${name} ${JSON.stringify(given[0])}`);
        return Reflect.apply(work, this, given);
      });
    }
  });
  await page.reload();
  const done = () => page.evaluate(() => (window as unknown as { done: string[] }).done.join('\n'));
  await messageBox(page).fill('Masih ada?');
  await expect.poll(done).toContain('put {"version":2,"text":"Masih ada?"');
  const letGo = await hold(page, lapau.url, ['drafts', 'drafts']);
  await send(page, 'Masih ada?');
  await expect(messageRow(page, 'Masih ada?')).toContainText('terkirim');
  await messageBox(page).fill('Dua porsi');
  await expect(page.getByText('Tidak tersimpan di HP. Jangan tutup Lapau.').first()).toBeVisible();
  await letGo();
  await expect.poll(done).toContain('Dua porsi');
  await expect.poll(done).toContain('delete');
  await page.reload();
  await expect(messageBox(page)).toHaveValue('Dua porsi');
});

test('a worker whose caches and index never answer leaves each screen to the server', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  await buildPost(lapau, { user_id: seller.id, food_name: name, images: [await storePhoto(lapau, seller)] });
  const page = await open('/', await buildMember(lapau));
  await untilKept(page, name);
  for (const path of ['/foods', '/warung', '/profile']) {
    // A worker that the browser has started anew would have caches that answer.
    const worker = page.context().serviceWorkers().at(-1);
    await worker?.evaluate(() => {
      const never = () => new Promise<never>(() => {});
      Object.assign(caches, { open: never, match: never, keys: never, has: never, delete: never });
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset['from'])).toBeUndefined();
  }
});
