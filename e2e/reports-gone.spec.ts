import type { Locator, Page } from '@playwright/test';
import {
  buildAdmin,
  buildComment,
  buildMember,
  buildPost,
  buildReport,
  buildSeller,
} from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, chatWith, pressMessage } from './support/chat.ts';
import { decide } from './support/decisions.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// The page asks for the dish, comment or message that went while somebody wrote about it, and the server refuses.
test.use({
  expectedErrors: /40[0349].*(get_post_details|get_comments_for_post|create_report|report_message|handle_report)/,
});

const feedOf = ({ nagari }: { nagari: string }) => `/?nagari=${encodeURIComponent(nagari)}`;

async function oneDish(lapau: Lapau) {
  const cook = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const dish = await buildPost(lapau, { user_id: cook.id, food_name: unique('Gulai') });
  return { cook, dish };
}

/** Opens the report of a dish, a comment or a message by a menu, and types a reason. */
async function typeReason(page: Page, menu: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: menu }).first().tap();
  await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Alasan').fill('Fotonya bukan masakan ini.');
  return dialog;
}

/** The dialog says that the reported thing is gone, keeps the typed text, and copies it instead of sending it. */
async function expectGone(page: Page, dialog: Locator, what: string) {
  await expect(dialog.getByText(`${what} ini sudah tidak ada`)).toBeVisible();
  await expect(dialog.getByLabel('Alasan')).toHaveValue('Fotonya bukan masakan ini.');
  await expect(dialog.getByRole('button', { name: 'Kirim Laporan' })).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Salin' }).tap();
  await expectToast(page, 'Tulisan disalin.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Fotonya bukan masakan ini.');
}

for (const screen of ['the feed', 'its screen'] as const)
  test(`a report on a dish that its cook deletes stays open on ${screen}, with what was typed`, async ({
    lapau,
    open,
  }) => {
    const { cook, dish } = await oneDish(lapau);
    const page = await open(screen === 'the feed' ? feedOf(cook) : `/post/${dish.id}`, await buildMember(lapau));
    const dialog = await typeReason(page, `Menu ${dish.food_name}`, 'Laporkan Postingan');
    const cooks = await open(`/post/${dish.id}`, cook);
    await cooks.getByRole('button', { name: `Menu ${dish.food_name}` }).tap();
    await cooks.getByRole('menuitem', { name: 'Hapus' }).tap();
    await cooks.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
    await expectGone(page, dialog, 'Postingan');
    await dialog.getByRole('button', { name: 'Batal' }).tap();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: dish.food_name })).toHaveCount(0);
  });

test('a report on a dish that an admin hides says so, and is sent when the dish is there again', async ({
  lapau,
  open,
}) => {
  const { cook, dish } = await oneDish(lapau);
  const admin = await buildAdmin(lapau);
  const page = await open(feedOf(cook), await buildMember(lapau));
  const dialog = await typeReason(page, `Menu ${dish.food_name}`, 'Laporkan Postingan');
  const toggle = (suspended: boolean) =>
    lapau.call('toggle_user_suspension', { user_id_to_toggle: cook.id, suspended }, admin);
  await toggle(true);
  await expect(dialog.getByText('Postingan ini sudah tidak ada')).toBeVisible();
  await toggle(false);
  await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
  await expectToast(page, 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
});

for (const place of ['in the sheet of the feed', 'on the screen of its dish'] as const)
  test(`a report on a comment that its author deletes stays open ${place}`, async ({ lapau, open }) => {
    const { cook, dish } = await oneDish(lapau);
    const author = await buildMember(lapau, { full_name: unique('Rina') });
    await buildComment(lapau, { post_id: dish.id, user_id: author.id, content: 'Beli pulsa!' });
    const isSheet = place === 'in the sheet of the feed';
    const page = await open(isSheet ? feedOf(cook) : `/post/${dish.id}`, await buildMember(lapau));
    if (isSheet) await page.getByRole('button', { name: /^Lihat 1 komentar/ }).tap();
    const dialog = await typeReason(page, `Menu komentar ${author.full_name}`, 'Laporkan Komentar');
    const authors = await open(`/post/${dish.id}`, author);
    await authors.getByRole('button', { name: `Menu komentar ${author.full_name}` }).tap();
    await authors.getByRole('menuitem', { name: 'Hapus' }).tap();
    await authors.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
    await expectGone(page, dialog, 'Komentar');
  });

for (const place of ['in the sheet of the feed', 'on the screen of its dish'] as const)
  test(`a comment that is typed, and a report on another one, are there ${place} when the dish is deleted`, async ({
    lapau,
    open,
  }) => {
    const { cook, dish } = await oneDish(lapau);
    const author = await buildMember(lapau, { full_name: unique('Rina') });
    await buildComment(lapau, { post_id: dish.id, user_id: author.id, content: 'Beli pulsa!' });
    const isSheet = place === 'in the sheet of the feed';
    const page = await open(isSheet ? feedOf(cook) : `/post/${dish.id}`, await buildMember(lapau));
    if (isSheet) await page.getByRole('button', { name: /^Lihat 1 komentar/ }).tap();
    await page.getByPlaceholder('Tulis komentar...').fill('Resepnya dari nenek saya.');
    // The bar at the bottom comes back, and nothing moves under the finger any more.
    await page.getByPlaceholder('Tulis komentar...').blur();
    const dialog = await typeReason(page, `Menu komentar ${author.full_name}`, 'Laporkan Komentar');
    await lapau.call('delete_post', { post_id: dish.id }, cook);
    await expectGone(page, dialog, 'Komentar');
    await dialog.getByRole('button', { name: 'Batal' }).tap();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Beli pulsa!')).toHaveCount(0);
    const typed = page.getByRole('figure').filter({ hasText: 'Yang Anda tulis' });
    await expect(typed).toContainText('Resepnya dari nenek saya.');
    await typed.getByRole('button', { name: 'Salin' }).tap();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Resepnya dari nenek saya.');
  });

test('a report on a message that its sender deletes stays open', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await chatWith(lapau, chat.id, chat.seller, 'Kata kasar');
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await page.getByRole('button', { name: 'Menu percakapan' }).tap();
  await page.getByRole('menuitem', { name: 'Laporkan pesan' }).tap();
  await page.getByRole('button', { name: 'Laporkan: Kata kasar' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Laporkan Pesan' });
  await dialog.getByLabel('Alasan').fill('Fotonya bukan masakan ini.');
  const senders = await open(`/chat/${chat.id}`, chat.seller);
  await pressMessage(senders, 'Kata kasar');
  await senders.getByRole('menuitem', { name: 'Hapus' }).tap();
  await senders.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
  await expectGone(page, dialog, 'Pesan');
});

test('what an admin has typed as the reason is there when another one has decided', async ({ lapau, open }) => {
  const { dish } = await oneDish(lapau);
  const report = await buildReport(lapau, { reported_post_id: dish.id });
  const page = await open('/admin/reports', await buildAdmin(lapau));
  const card = page.getByRole('listitem').filter({ hasText: dish.food_name });
  await card.getByRole('button', { name: 'Hapus' }).tap();
  const question = page.getByRole('dialog');
  await question.getByRole('radio', { name: 'Alasan lain' }).check();
  await question.getByLabel('Alasan lain').last().fill('Foto dari warung sebelah.');
  await lapau.call('handle_report', { p_report_id: report.id, p_action: 'dismiss' }, await buildAdmin(lapau));
  const note = page.getByRole('dialog', { name: 'Sudah diputuskan' });
  await expect(note.getByRole('figure')).toContainText('Foto dari warung sebelah.');
  await expect(note.getByRole('button', { name: 'Salin' })).toBeVisible();
});

test('so it is in the feed, where the card goes with its dish', async ({ lapau, open }) => {
  const { cook, dish } = await oneDish(lapau);
  const page = await open(feedOf(cook), await buildAdmin(lapau));
  await page.getByRole('button', { name: `Menu ${dish.food_name}` }).tap();
  await page.getByRole('menuitem', { name: 'Hapus' }).tap();
  const question = page.getByRole('dialog');
  await question.getByRole('radio', { name: 'Alasan lain' }).check();
  await question.getByLabel('Alasan lain').last().fill('Foto dari warung sebelah.');
  const other = await open(feedOf(cook), await buildAdmin(lapau));
  await other.getByRole('button', { name: `Menu ${dish.food_name}` }).tap();
  await other.getByRole('menuitem', { name: 'Hapus' }).tap();
  await decide(other, 'Hapus', 'Bukan makanan atau minuman.');
  await expectToast(other, 'Postingan berhasil dihapus.');
  const note = page.getByRole('dialog', { name: 'Sudah diputuskan' });
  await expect(note.getByRole('figure')).toContainText('Foto dari warung sebelah.');
});
