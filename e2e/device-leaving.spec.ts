import type { Page } from '@playwright/test';
import { buildAdmin, buildComment, buildMember, buildPost, buildReport } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, chatWith, messageBox, messageRow } from './support/chat.ts';
import type { Chat } from './support/chat.ts';
import { everythingStored, expectGone, untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { unique } from './support/unique.ts';

// What the device has of a person is gone when they leave it (D83): all of IndexedDB, the caches and both storages are read.

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|40[13]/,
});

type Used = {
  page: Page;
  chat: Chat;
  /** What the person has seen. */
  seen: string[];
  /** What they have typed, who they are, and what it was about. */
  typed: string[];
};

/** A phone whose person has looked at a dish, has a chat, and has typed here and there without sending it. */
async function usePhone({ lapau, open }: { lapau: Lapau; open: Open }): Promise<Used> {
  const chat = await buildChat(lapau);
  const { buyer, seller } = chat;
  const dish = unique('Gulai Paku');
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: dish,
    images: [await storePhoto(lapau, seller)],
  });
  await buildComment(lapau, { post_id: post.id, content: 'Baru masak pagi ini.' });
  await chatWith(lapau, chat.id, seller, 'Rahasia dapur.');
  const page = await open('/', buyer);
  await untilKept(page, dish);
  await page.goto(`/post/${post.id}`);
  await page.getByPlaceholder('Tulis komentar...').fill('Komentar yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Komentar yang belum dikirim');
  await untilKept(page, 'Baru masak pagi ini.');
  await page.goto(`/chat/${chat.id}`);
  await expect(messageRow(page, 'Rahasia dapur.')).toBeVisible();
  await messageBox(page).fill('Pesan yang belum dikirim');
  await expect.poll(() => storedDrafts(page)).toContain('Pesan yang belum dikirim');
  await untilKept(page, 'Rahasia dapur.');
  await page.goto('/profile');
  await page.getByLabel('Nama lengkap').fill('Nama yang belum disimpan');
  await expect.poll(() => storedDrafts(page)).toContain('Nama yang belum disimpan');
  await untilKept(page, buyer.email);
  const seen = ['Rahasia dapur.', 'Baru masak pagi ini.', dish, seller.warung.name, buyer.email];
  const texts = ['Komentar yang belum dikirim', 'Pesan yang belum dikirim', 'Nama yang belum disimpan'];
  // Drafts of forms have what the form had, and all are stored under the ids of what they are about.
  const typed = [...texts, buyer.full_name, chat.id, post.id, buyer.id];
  const stored = await everythingStored(page);
  for (const text of [...seen, ...typed]) expect(stored).toContain(text);
  return { page, chat, seen, typed };
}

test('after signing out nothing of the person is on the device, and the app still opens without a network', async ({
  lapau,
  open,
}) => {
  const { page, seen, typed } = await usePhone({ lapau, open });
  await page.getByRole('button', { name: 'Keluar', exact: true }).tap();
  await expect(page).toHaveURL(/login/);
  await expectGone(page, [...seen, ...typed]);
  await page.reload();
  await expectGone(page, [...seen, ...typed]);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
});

test('after a suspension nothing of what the person has seen or typed is on the device', async ({ lapau, open }) => {
  const { page, chat, seen, typed } = await usePhone({ lapau, open });
  const suspension = { user_id_to_toggle: chat.buyer.id, suspended: true };
  await lapau.call('toggle_user_suspension', suspension, await buildAdmin(lapau));
  await expect(page.getByText('Akun Anda telah ditangguhkan. Silakan hubungi admin.').first()).toBeVisible();
  await expectGone(page, [...seen, ...typed]);
});

test('what was seen is gone after 30 days without a signal, and a day more, as the clock may have jumped', async ({
  lapau,
  open,
}) => {
  const { page, seen } = await usePhone({ lapau, open });
  const context = page.context();
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.clock.setSystemTime(Date.now() + 31 * 86_400_000);
  await later.goto('/conversations');
  await expect.poll(() => later.evaluate(() => localStorage.getItem('jam-ragu'))).not.toBeNull();
  await later.clock.setSystemTime(Date.now() + 33 * 86_400_000);
  await later.reload();
  await expectGone(later, seen);
});

test('nothing of the desk is on an admin’s device, whatever has been opened there', async ({ lapau, open }) => {
  const reported = await buildPost(lapau, { food_name: unique('Gulai') });
  const reporter = await buildMember(lapau, { full_name: unique('Siti') });
  const reason = unique('Bukan makanan');
  await buildReport(lapau, { reported_post_id: reported.id, reporter_id: reporter.id, reason });
  const admin = await buildAdmin(lapau);
  const page = await open('/', admin);
  await untilKept(page, admin.id);
  for (const [route, text] of [
    ['/admin/reports', reason],
    ['/admin/users', reporter.full_name],
  ] as const) {
    await page.goto(route);
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await page.goto('/profile');
  await untilKept(page, admin.email);
  const stored = await everythingStored(page);
  for (const text of [reason, reporter.full_name, reporter.email]) expect(stored).not.toContain(text);
});
