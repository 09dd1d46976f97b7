import type { Locator, Page } from '@playwright/test';
import { buildPost } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { buildChat, chatWith, messageRow, send } from './support/chat.ts';
import type { Chat } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

// One story makes this call fail.
test.use({ expectedErrors: /\/rpc\/get_messages/ });

/** Messages in turns, long and short, some about a dish; the last one is read by the buyer up to `readUpTo`. */
async function fill(lapau: Lapau, { id, buyer, seller }: Chat, count: number, readUpTo = count): Promise<void> {
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const dish = { post_id: post.id, post_food_name: 'Gulai Baung', post_price: '25000' };
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    conversation_id: id,
    sender_id: index % 3 === 0 ? buyer.id : seller.id,
    content: `Pesan ${index + 1}. ${'Lamak bana. '.repeat(index % 7)}`.trim(),
    created_at: new Date(Date.now() - (count - index) * 60_000),
    ...(index % 9 === 0 ? dish : { post_id: null, post_food_name: null, post_price: null }),
  }));
  // Each message changes the conversation's row: a longer transaction would become slower with every one.
  for (let start = 0; start < rows.length; start += 200) {
    await lapau.db
      .insertInto('messages')
      .values(rows.slice(start, start + 200))
      .execute();
  }
  await lapau.call('mark_conversation_read', { conversation_id: id, sequence: readUpTo }, buyer);
}

const unreadOf = async (lapau: Lapau, { buyer }: Chat): Promise<number> =>
  (await lapau.call('get_unread_messages', {}, buyer)).unread;

const listOf = (page: Page): Locator => page.getByRole('list', { name: /^Percakapan dengan/ });
const numbered = (page: Page, count: number): Locator => listOf(page).getByText(new RegExp(`^Pesan ${count}\\.`));

/** How many messages the page has fetched. */
function countFetched(page: Page): () => number {
  let fetched = 0;
  page.on('response', async (response) => {
    if (!response.url().endsWith('/rpc/get_messages')) return;
    // An answer that the end of the story cuts off does not count.
    const { messages } = (await response.json().catch(() => ({ messages: [] }))) as { messages: unknown[] };
    fetched += messages.length;
  });
  return () => fetched;
}

async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, pixels);
}

/** Waits until the list has stopped: the wheel and the measuring of new rows move it over several frames. */
const untilAtRest = (page: Page): Promise<void> =>
  listOf(page).evaluate(async (list) => {
    const places = () => [...list.children].map((row) => row.getBoundingClientRect().top).join(' ');
    let last = '';
    for (let frames = 0; frames < 10; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (places() !== last) frames = 0;
      last = places();
    }
  });

/** Follows the first message below the header. @returns the furthest it has been from its place in any frame since */
async function watchMessage(page: Page): Promise<() => Promise<number>> {
  await untilAtRest(page);
  const watched = await listOf(page)
    .getByText(/^Pesan \d/)
    .evaluateAll((shown) => {
      const message = shown.find((one) => one.getBoundingClientRect().top > 100);
      const top = message?.getBoundingClientRect().top ?? Number.NaN;
      const result = { moved: 0 };
      const follow = () => {
        const now = message?.isConnected ? message.getBoundingClientRect().top : Number.POSITIVE_INFINITY;
        result.moved = Math.max(result.moved, Math.abs(now - top));
        requestAnimationFrame(follow);
      };
      follow();
      Object.assign(window, { watched: result });
    })
    .then(() => page.evaluateHandle(() => (window as unknown as { watched: { moved: number } }).watched));
  return () => watched.evaluate(({ moved }) => moved);
}

test('a chat opens at the first unread message, far up too, and reads what is on the screen', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 200, 80);
  const page = await open('/about', chat.buyer);
  const fetched = countFetched(page);
  await page.goto(`/chat/${chat.id}`);
  await expect(page.getByText('Belum dibaca', { exact: true })).toBeInViewport();
  await expect(numbered(page, 82)).toBeInViewport();
  await expect.poll(() => unreadOf(lapau, chat)).toBeLessThan(80);
  expect(await unreadOf(lapau, chat)).toBeGreaterThan(50);
  expect(fetched()).toBeLessThanOrEqual(60);
  await page.getByRole('button', { name: /pesan baru$/ }).tap();
  await expect(numbered(page, 200)).toBeInViewport();
  await expect.poll(() => unreadOf(lapau, chat)).toBe(0);
});

test('who reads on from the first unread message comes to the end without a jump', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 120, 60);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(page.getByText('Belum dibaca', { exact: true })).toBeInViewport();
  const arrived = page.waitForResponse('**/rpc/get_messages');
  await scrollBy(page, 20_000);
  await arrived;
  // The screen still shows the place where the loaded part ended, not the newest message.
  await expect(numbered(page, 120)).not.toBeInViewport();
  await expect.poll(() => unreadOf(lapau, chat)).toBeLessThan(40);
  await expect(async () => {
    await scrollBy(page, 20_000);
    await expect(numbered(page, 120)).toBeInViewport({ timeout: 500 });
  }).toPass();
});

test('older and newer messages that could not be loaded say so, and load on a tap', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 120, 60);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(numbered(page, 62)).toBeInViewport();
  const retry = page.getByRole('button', { name: 'Gagal memuat pesan. Coba lagi' });
  for (const [pixels, missing] of [
    [20_000, 85],
    [-40_000, 30],
  ] as const) {
    await failCall(page, 'get_messages');
    await scrollBy(page, pixels);
    await expect(retry).toBeVisible();
    await restoreCall(page, 'get_messages');
    await retry.tap();
    await expect(retry).toBeHidden();
    // The steps are shorter than the list is high, so that none jumps over the message.
    const message = numbered(page, missing);
    await expect(async () => {
      if ((await message.count()) === 0) await scrollBy(page, Math.sign(pixels) * 300);
      expect(await message.count()).toBe(1);
    }).toPass({ intervals: [100] });
    await expect(async () => {
      await message.scrollIntoViewIfNeeded({ timeout: 5_000 });
      await expect(message).toBeInViewport({ timeout: 1_000 });
    }).toPass();
  }
});

test('the message being read stays in its place while older ones and their photos load', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 300);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(numbered(page, 300)).toBeInViewport();
  const older = Promise.withResolvers<void>();
  const photos = Promise.withResolvers<void>();
  await page.route('**/rpc/get_messages', async (route) => {
    await older.promise;
    await route.continue();
  });
  await page.route('**/storage/posts/**', async (route) => {
    await photos.promise;
    await route.continue();
  });
  await scrollBy(page, -20_000);
  await expect(page.getByText('Memuat...')).toBeVisible();
  const furthest = await watchMessage(page);
  older.resolve();
  await expect(page.getByText('Memuat...')).toBeHidden();
  photos.resolve();
  await expect(listOf(page).locator('img').first()).toHaveJSProperty('complete', true);
  expect(await furthest()).toBeLessThanOrEqual(1);
});

test('a new message moves nothing for who reads further up, and is followed at the end', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 60);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(numbered(page, 60)).toBeInViewport();
  await chatWith(lapau, chat.id, chat.seller, 'Di ujung');
  await expect(listOf(page).getByText('Di ujung')).toBeInViewport();

  await scrollBy(page, -1_200);
  await expect(listOf(page).getByText('Di ujung')).not.toBeInViewport();
  const furthest = await watchMessage(page);
  for (const text of ['Baru satu', 'Baru dua']) await chatWith(lapau, chat.id, chat.seller, text);
  await expect(page.getByRole('button', { name: '2 pesan baru' })).toBeVisible();
  expect(await furthest()).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: '2 pesan baru' }).tap();
  await expect(listOf(page).getByText('Baru dua')).toBeInViewport();
  await expect(page.getByRole('button', { name: /pesan baru/ })).toBeHidden();
});

test('one’s own message shows at once for who reads far up, and with it the newest ones', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 200, 80);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(page.getByText('Belum dibaca', { exact: true })).toBeInViewport();
  await send(page, 'Baru saya baca.');
  await expect(listOf(page).getByText('Baru saya baca.')).toBeInViewport();
  await expect(numbered(page, 200)).toBeInViewport();
  await expect(messageRow(page, 'Baru saya baca.')).toContainText(/(?<!belum )terkirim/);
});

test('a conversation of 10 000 messages opens with at most 60 and keeps at most 150 rows', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await fill(lapau, chat, 10_000);
  const page = await open('/about', chat.buyer);
  const fetched = countFetched(page);
  await page.goto(`/chat/${chat.id}`);
  await expect(numbered(page, 10_000)).toBeInViewport();
  await expect.poll(fetched).toBeGreaterThan(0);
  expect(fetched()).toBeLessThanOrEqual(60);
  const rows = () => listOf(page).getByRole('listitem').count();
  for (const reached of [9_900, 9_800, 9_700]) {
    await expect(async () => {
      await scrollBy(page, -3_000);
      expect(await rows()).toBeLessThanOrEqual(150);
      expect(await topNumber(page)).toBeLessThan(reached);
    }).toPass();
  }
  await send(page, 'Sampai di sini');
  await expect(listOf(page).getByText('Sampai di sini')).toBeInViewport();
  expect(await rows()).toBeLessThanOrEqual(150);
});

/** The number of the first message that is in the page. */
const topNumber = async (page: Page): Promise<number> =>
  Number(
    /\d+/.exec(
      (await listOf(page)
        .getByText(/^Pesan \d/)
        .first()
        .textContent()) ?? '',
    )?.[0],
  );
