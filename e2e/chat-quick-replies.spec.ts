import type { Page } from '@playwright/test';
import { buildPost } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, messageBox, messageRow, storedTexts } from './support/chat.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed/ });

/** A chat in which the buyer has asked the cook about a dish. */
async function buildAsked(lapau: Lapau) {
  const chat = await buildChat(lapau);
  const post = await buildPost(lapau, { user_id: chat.seller.id });
  const ask = (p_content: string) =>
    lapau.call('send_message', { p_conversation_id: chat.id, p_content, post_id: post.id }, chat.buyer);
  await ask('Masih ada, Uni?');
  return { chat, post, ask };
}

const chips = (page: Page) => page.getByRole('group', { name: 'Jawaban cepat' });
const chip = (page: Page, name: string) => chips(page).getByRole('button', { name, exact: true });

test('a question about a dish has the cook’s short answers above the empty box, and one tap sends one (D106)', async ({
  lapau,
  open,
}) => {
  const { chat, ask } = await buildAsked(lapau);
  const page = await open(`/chat/${chat.id}`, chat.seller);
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
  const page = await open(`/chat/${chat.id}`, chat.seller);
  await chip(page, 'Ubah').tap();
  const dialog = page.getByRole('dialog', { name: 'Jawaban cepat' });
  await dialog.getByRole('button', { name: 'Hapus jawaban 3' }).tap();
  await dialog.getByRole('button', { name: 'Tambah jawaban' }).tap();
  const last = dialog.getByRole('textbox', { name: 'Jawaban 3' });
  await last.fill('a'.repeat(81));
  await expect(dialog.getByText('Jawaban paling banyak 80 huruf, sekarang 81.')).toBeVisible();
  await last.fill('Tunggu sebentar');
  await dialog.getByRole('button', { name: 'Naikkan jawaban 3' }).tap();
  await dialog.getByRole('button', { name: 'Simpan' }).tap();
  await expectToast(page, 'Jawaban cepat disimpan.');
  await expect(chips(page).getByRole('button')).toHaveText(['Masih ada', 'Tunggu sebentar', 'Sudah habis', 'Ubah']);
  await page.goto('/my-warung');
  await page.getByRole('group', { name: 'Urus warung' }).getByRole('button', { name: 'Jawaban cepat' }).tap();
  await expect(dialog.getByRole('textbox', { name: 'Jawaban 2' })).toHaveValue('Tunggu sebentar');
});

test('without a signal a short answer waits on the phone, and arrives once', async ({ lapau, open }) => {
  const { chat } = await buildAsked(lapau);
  const page = await open(`/chat/${chat.id}`, chat.seller);
  await expect(chips(page)).toBeVisible();
  await loseSignal(page);
  await chip(page, 'Sudah habis').tap();
  await expect(messageRow(page, 'Sudah habis')).toContainText('menunggu sinyal');
  await expect(chips(page)).toBeHidden();
  await page.context().setOffline(false);
  await expect(messageRow(page, 'Sudah habis')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Masih ada, Uni?', 'Sudah habis']);
});
