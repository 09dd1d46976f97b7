import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { buildPost } from '../server/src/testing/builders.ts';
import { findFreePort } from '../server/src/testing/free-port.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildChat, chatWith, messageRow, pressMessage } from './support/chat.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

/** Reads the text that the dialog shows, and closes the dialog. */
async function shownToCopy(page: Page, what: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Salin ${what.toLowerCase()}` });
  await expect(dialog.getByText('Tahan teks ini, lalu pilih salin.')).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  const text = await dialog.getByRole('textbox', { name: what }).inputValue();
  await dialog.getByRole('button', { name: 'Tutup' }).click();
  await expect(dialog).toBeHidden();
  return text;
}

test('on plain http by an address, what the browser does not copy is shown to be copied by hand', async ({
  launchOptions,
  viewport,
}) => {
  const port = String(await findFreePort());
  const PUBLIC_URL = `http://lapau.example:${port}`;
  const lapau = await startLapauProcess(undefined, { port, environment: { PUBLIC_URL } });
  // Browsers take the addresses of this machine as secure, so the page needs another one.
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP lapau.example 127.0.0.1'];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const chat = await buildChat(lapau);
    const { seller } = chat;
    const images = [await storePhoto(lapau, seller)];
    const post = await buildPost(lapau, { user_id: seller.id, food_name: 'Gulai Paku', images });
    await chatWith(lapau, chat.id, chat.buyer, 'Rekening 0810-0000-0011');
    const context = await browser.newContext({ baseURL: PUBLIC_URL, viewport });
    const errors: string[] = [];
    context.on('weberror', (webError) => errors.push(String(webError.error())));
    const [name = '', value = ''] = seller.cookie.split('=', 2);
    await context.addCookies([{ name, value, url: PUBLIC_URL }]);
    const page = await context.newPage();
    await page.goto(`/post/${post.id}`);
    expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);

    await page.getByRole('button', { name: 'Bagikan' }).click();
    await expectAccessible(page);
    expect(await shownToCopy(page, 'Tautan')).toBe(`${PUBLIC_URL}/post/${post.id}`);

    await page.goto(`/chat/${chat.id}`);
    await expect(messageRow(page, 'Rekening')).toBeVisible();
    await pressMessage(page, 'Rekening 0810-0000-0011');
    await page.getByRole('menuitem', { name: 'Salin' }).click();
    expect(await shownToCopy(page, 'Pesan')).toBe('Rekening 0810-0000-0011');

    await page.goto('/my-warung');
    await page.getByRole('button', { name: 'Menu hari ini' }).click();
    await page.getByRole('button', { name: 'Salin teks' }).click();
    expect(await shownToCopy(page, 'Menu')).toContain('- Gulai Paku: Rp 25.000');
    await page.getByRole('dialog', { name: 'Menu hari ini' }).getByRole('button', { name: 'Tutup' }).click();

    // The typed price is copied inside of a dialog, which stays open.
    await page.getByRole('button', { name: 'Ubah harga Gulai Paku' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ubah harga' });
    await dialog.getByLabel('Harga').fill('31000');
    await lapau.call('delete_post', { post_id: post.id }, seller);
    await dialog.getByRole('button', { name: 'Salin' }).click();
    expect(await shownToCopy(page, 'Tulisan')).toBe('31000');
    await expect(dialog.getByLabel('Harga')).toHaveValue('31000');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await lapau.stop();
  }
});
