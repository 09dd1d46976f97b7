import type { Locator, Page } from '@playwright/test';
import {
  buildAdmin,
  buildComment,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
} from '../server/src/testing/builders.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { buildChat, chatWith, messageRow } from './support/chat.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// The main jobs are done by keyboard alone: mice and thumbs never notice where the focus goes when its element is gone.

/** Gives the focus to a control, which shows it, and presses a key on it. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  // A control that still loads takes no focus.
  await expect(control).toBeEnabled();
  await control.focus();
  // The browser shows the focus of what was reached by key.
  await control.press('Shift');
  await expect(control).toBeFocused();
  expect(
    await control.evaluate((element) => element.matches(':focus-visible') && getComputedStyle(element).outlineStyle),
  ).toBe('solid');
  await control.press(key);
}

/** Expects that something within it has the focus. */
const expectFocusIn = (place: Locator): Promise<void> =>
  expect
    .poll(() => place.evaluateAll((places) => places.some((element) => element.contains(document.activeElement))))
    .toBe(true);

const confirmIn = (page: Page, verb: string) =>
  press(page.getByRole('alertdialog').getByRole('button', { name: verb }));

test('signing in, and a photo that is looked at and left', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller), await storePhoto(lapau, seller)];
  const { id } = await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  const member = await buildMember(lapau);
  const password = await buildPassword(lapau, member);
  const page = await open(`/post/${id}`);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(member.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const photo = page.getByRole('button', { name: /^Perbesar/ }).first();
  await press(photo);
  const viewer = page.getByRole('dialog');
  await expectFocusIn(viewer);
  await page.keyboard.press('Escape');
  await expect(photo).toBeFocused();
});

test('after a comment of one’s own, a message or a block the focus is on what stands next', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const { id: post_id } = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const { id, buyer } = await buildChat(lapau);
  for (const content of ['Satu', 'Dua']) await buildComment(lapau, { post_id, user_id: buyer.id, content });
  const page = await open(`/post/${post_id}`, buyer);
  const comment = (text: string) =>
    page.getByRole('list', { name: 'Komentar' }).getByRole('listitem').filter({ hasText: text });
  await press(comment('Satu').getByRole('button', { name: /^Menu komentar/ }));
  await page.getByRole('menuitem', { name: 'Hapus' }).press('Enter');
  await confirmIn(page, 'Hapus');
  await expect(comment('Satu')).toHaveCount(0);
  await expectFocusIn(comment('Dua'));

  for (const text of ['Pesan satu', 'Pesan dua']) await chatWith(lapau, id, buyer, text);
  await page.goto(`/chat/${id}`);
  await press(messageRow(page, 'Pesan satu').getByRole('button', { name: 'Menu pesan' }));
  await page.getByRole('menuitem', { name: 'Hapus' }).press('Enter');
  await confirmIn(page, 'Hapus');
  await expect(messageRow(page, 'Pesan satu')).toHaveCount(0);
  await expectFocusIn(messageRow(page, 'Pesan dua'));
  const menu = page.getByRole('button', { name: 'Menu percakapan' });
  await press(menu);
  await page.getByRole('menuitem', { name: 'Blokir' }).press('Enter');
  await confirmIn(page, 'Blokir');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('a cook switches, prices, marks and deletes dishes', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const images = [await storePhoto(lapau, seller)];
  for (const food_name of ['Gulai', 'Sate']) await buildPost(lapau, { user_id: seller.id, images, food_name });
  const page = await open('/my-warung', seller);
  const sate = page.getByRole('switch', { name: 'Sate' });
  await press(sate, 'Space');
  await expect(sate).not.toBeChecked();
  await expect(sate).toBeFocused();
  const price = page.getByRole('button', { name: /^Ubah harga Gulai/ });
  await press(price);
  await expect(page.getByRole('dialog').getByLabel('Harga')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(price).toBeFocused();

  // The buttons of the bar change under the focus, which stays in the bar.
  const bar = page.getByRole('region', { name: 'Menu' });
  await press(bar.getByRole('button', { name: 'Pilih', exact: true }));
  await expectFocusIn(bar);
  await press(bar.getByRole('button', { name: 'Batal' }));
  await expectFocusIn(bar);

  await press(page.getByRole('button', { name: 'Menu Sate' }));
  await page.getByRole('menuitem', { name: 'Hapus' }).press('Enter');
  await confirmIn(page, 'Hapus');
  await expect(sate).toHaveCount(0);
  await expectFocusIn(page.getByRole('listitem').filter({ hasText: 'Gulai' }));
});

test('an admin approves an application and goes on with the next one', async ({ lapau, open }) => {
  const names = [unique('Kadai'), unique('Kadai')];
  for (const warung_name of names) await buildApplicationWithPhotos(lapau, await buildMember(lapau), { warung_name });
  const page = await open('/admin', await buildAdmin(lapau));
  const card = (name = '') => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await press(card(names[0]).getByRole('button', { name: /^Setujui/ }));
  const question = page.getByRole('dialog');
  await expectFocusIn(question);
  await page.keyboard.press('Escape');
  await expect(card(names[0]).getByRole('button', { name: /^Setujui/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(question.getByRole('button', { name: /^Setujui/ }));
  await expect(card(names[0])).toHaveCount(0);
  await expectFocusIn(page.getByRole('main'));
});

/** Presses Tab, as a person does who has nothing else, until something has the focus. */
async function tabTo(wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await wanted.page().keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(wanted).toBeFocused();
}

test('a dish is searched, saved and asked about by Tab, Enter and Space alone', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') }, warung: { name: unique('Kadai') } });
  const images = [await storePhoto(lapau, seller)];
  const dish = unique('Gulai');
  for (const food_name of [dish, unique('Sate')]) await buildPost(lapau, { user_id: seller.id, images, food_name });
  const page = await open('/', await buildMember(lapau));
  const { keyboard } = page;
  const card = page.getByRole('article', { name: dish });
  await expect(page.getByRole('article').first()).toBeVisible();
  await tabTo(page.getByRole('searchbox'));
  await keyboard.type(dish);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card).toBeVisible();
  const save = card.getByRole('button', { name: 'Simpan' });
  await tabTo(save);
  await keyboard.press('Space');
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await tabTo(card.getByRole('link', { name: 'Kirim Pesan' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}/);
  const input = page.getByRole('textbox', { name: 'Ketik pesan...' });
  await expect(input).toBeVisible();
  await tabTo(input);
  await keyboard.type('Masih ada?');
  await tabTo(page.getByRole('button', { name: 'Kirim', exact: true }));
  await keyboard.press('Enter');
  await expect(messageRow(page, 'Masih ada?')).toContainText(/(?<!belum )terkirim/);
  await expect(input).toBeFocused();
});

test('a cook posts a dish with its photo by Tab, Enter and Space alone', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung', seller);
  const { keyboard } = page;
  const add = page.getByRole('link', { name: 'Tambah Menu' }).first();
  await expect(add).toBeVisible();
  await tabTo(add);
  await keyboard.press('Enter');
  const pick = page.getByRole('button', { name: 'Pilih foto' });
  await expect(pick).toBeVisible();
  // The browser is told to hand the chooser over before the way to the button: if it were told with the key, it would sometimes learn of it too late.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(pick);
  await keyboard.press('Enter');
  await (await chooser).setFiles([await smallPhoto()]);
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
  await tabTo(page.getByLabel('Nama'));
  await keyboard.type('Lamang Tapai');
  await tabTo(page.getByLabel('Harga'));
  await keyboard.type('15000');
  await tabTo(page.getByRole('button', { name: 'Posting' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name: 'Lamang Tapai' })).toBeVisible();
});
