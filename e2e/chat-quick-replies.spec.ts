import type { Page } from '@playwright/test';
import { buildPost } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import type { Chat } from './support/chat.ts';
import { buildChat, messageBox, messageRow, storedTexts } from './support/chat.ts';
import { loseSignal } from './support/signal.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.use({
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed|set_quick_replies/,
});

/** A chat in which the buyer has asked the cook about a dish. */
async function buildAsked(lapau: Lapau) {
  const chat = await buildChat(lapau);
  const post = await buildPost(lapau, { user_id: chat.seller.id });
  const ask = (p_content: string) =>
    lapau.call('send_message', { p_conversation_id: chat.id, p_content, post_id: post.id }, chat.buyer);
  await ask('Masih ada, Uni?');
  return { chat, post, ask };
}

/** Opens the chat and waits for its question, on whose arrival the short answers show. */
async function openAsked(open: Open, chat: Chat): Promise<Page> {
  const page = await open(`/chat/${chat.id}`, chat.seller);
  await expect(messageRow(page, 'Masih ada, Uni?')).toBeVisible();
  return page;
}

const chips = (page: Page) => page.getByRole('group', { name: 'Jawaban cepat' });
const chip = (page: Page, name: string) => chips(page).getByRole('button', { name, exact: true });

test('a question about a dish has the cook’s short answers above the empty box, and one tap sends one (D106)', async ({
  lapau,
  open,
}) => {
  const { chat, ask } = await buildAsked(lapau);
  const page = await openAsked(open, chat);
  await expect(chips(page).getByRole('button')).toHaveText(['Masih ada', 'Sudah habis', 'Siap diambil', 'Ubah']);
  await messageBox(page).fill('Ado');
  await expect(chips(page)).toBeHidden();
  await messageBox(page).fill('');
  await chip(page, 'Masih ada').tap();
  await expect(messageRow(page, 'Masih ada').last()).toContainText(/(?<!belum )terkirim/);
  await expect(chips(page)).toBeHidden();
  expect(await storedTexts(lapau, chat)).toEqual(['Masih ada, Uni?', 'Masih ada']);
  await ask('Yang pedas juga?');
  await expect(chips(page)).toBeVisible();
});

test('a cook writes, orders and deletes their short answers', async ({ lapau, open }) => {
  const { chat } = await buildAsked(lapau);
  const page = await openAsked(open, chat);
  await chip(page, 'Ubah').tap();
  const dialog = page.getByRole('dialog', { name: 'Jawaban cepat' });
  await dialog.getByRole('button', { name: 'Hapus jawaban 3' }).tap();
  await expect(dialog.getByRole('button', { name: 'Hapus jawaban 2' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Tambah jawaban' }).tap();
  const last = dialog.getByRole('textbox', { name: 'Jawaban 3' });
  await expect(last).toBeFocused();
  await last.fill('a'.repeat(81));
  await expect(dialog.getByText('Jawaban paling banyak 80 huruf, sekarang 81.')).toBeVisible();
  await last.fill('Tunggu sebentar');
  await dialog.getByRole('button', { name: 'Naikkan jawaban 3' }).tap();
  await dialog.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(page, 'Jawaban cepat disimpan.');
  await expect(chips(page).getByRole('button')).toHaveText(['Masih ada', 'Tunggu sebentar', 'Sudah habis', 'Ubah']);
  await page.goto('/my-warung');
  await page.getByRole('group', { name: 'Urus warung' }).getByRole('button', { name: 'Jawaban cepat' }).tap();
  const second = dialog.getByRole('textbox', { name: 'Jawaban 2' });
  await expect(second).toHaveValue('Tunggu sebentar');

  // The dialog keeps what somebody has typed, and asks before it replaces what another phone has saved meanwhile.
  await second.fill('Tunggu ciek');
  await expect.poll(() => storedDrafts(page)).toContain('Tunggu ciek');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const { version } = await lapau.call('get_quick_replies', {}, chat.seller);
  await lapau.call('set_quick_replies', { texts: ['Abih'], version }, chat.seller);
  await page.getByRole('group', { name: 'Urus warung' }).getByRole('button', { name: 'Jawaban cepat' }).tap();
  await expect(second).toHaveValue('Tunggu ciek');
  await dialog.getByRole('button', { name: 'Simpan' }).tap();
  const conflict = page.getByRole('dialog', { name: 'Data sudah berubah' });
  await expect(conflict).toContainText('Abih');
  await conflict.getByRole('button', { name: 'Pakai yang saya tulis' }).tap();
  await expect(dialog).toBeHidden();
  const saved = await lapau.call('get_quick_replies', {}, chat.seller);
  expect(saved.texts).toEqual(['Masih ada', 'Tunggu ciek', 'Sudah habis']);
});

test('without a signal a short answer waits on the phone, and arrives once', async ({ lapau, open }) => {
  const { chat } = await buildAsked(lapau);
  const page = await openAsked(open, chat);
  await expect(chips(page)).toBeVisible();
  await loseSignal(page);
  // By a keyboard, which goes on in the box.
  await chip(page, 'Sudah habis').press('Enter');
  await expect(messageBox(page)).toBeFocused();
  await expect(messageRow(page, 'Sudah habis')).toContainText('menunggu sinyal');
  await expect(chips(page)).toBeHidden();
  await page.context().setOffline(false);
  await expect(messageRow(page, 'Sudah habis')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Masih ada, Uni?', 'Sudah habis']);
});
