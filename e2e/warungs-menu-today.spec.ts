import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { waitForPreloadedCode } from './support/lazy-code.ts';
import { storePhoto } from './support/photos.ts';
import { scan } from './support/scan.ts';
import { takeShared, withShareSheet } from './support/share-sheet.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

async function buildMenu(lapau: Lapau, count: number): Promise<BuiltSeller> {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  for (let number = 1; number <= count; number += 1) {
    await buildPost(lapau, { user_id: seller.id, images, food_name: `Gulai ${number}.`, open_set_at: new Date(0) });
  }
  return seller;
}

const dishLines = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));

test('two taps share thirty dishes as three pictures with the stall’s code, and the number only if the cook wants it', async ({
  lapau,
  open,
}) => {
  const seller = await buildMenu(lapau, 30);
  const { url } = await lapau.call('get_my_warung_links', {}, seller);
  const page = await open('about:blank', seller);
  await withShareSheet(page);
  await page.goto('/my-warung');
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(page.getByRole('img', { name: /^Gambar 3 dari 3: .*Gulai 1\.$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bagikan', exact: true }).tap();
  const { files, text } = await takeShared(page);
  expect(files).toHaveLength(3);
  for (const { bytes } of files) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920 });
    // WhatsApp makes a status smaller.
    expect((await scan(await sharp(bytes).resize(720).jpeg({ quality: 60 }).toBuffer())).text).toBe(url);
  }
  expect(dishLines(text)).toHaveLength(30);
  expect(text).toContain(url);
  expect(text).not.toContain('0810');

  const number = page.getByRole('switch', { name: /^Cantumkan nomor saya/ });
  await expect(number).not.toBeChecked();
  await number.tap();
  await page.getByRole('button', { name: 'Bagikan', exact: true }).tap();
  const withNumber = await takeShared(page);
  expect(withNumber.text).toContain('WA 0810-0000-0011');
  expect(withNumber.files[0]?.bytes.equals(files[0]?.bytes ?? Buffer.alloc(0))).toBe(false);
  await page.reload();
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(number).toBeChecked();
});

test.describe('without a signal', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed/ });

  test('the menu is shared as the cook has just set it, in a square too', async ({ lapau, open }) => {
    const seller = await buildMenu(lapau, 3);
    const { url } = await lapau.call('get_my_warung_links', {}, seller);
    const page = await open('about:blank', seller);
    await withShareSheet(page);
    const answered = page.waitForResponse('**/rpc/get_my_warung_links');
    await page.goto('/my-warung');
    await (await answered).finished();
    await waitForPreloadedCode(page);
    await loseSignal(page);
    await page.getByRole('switch', { name: /Gulai 2\./ }).tap();
    await page.getByRole('button', { name: 'Menu hari ini' }).tap();
    await page.getByRole('button', { name: 'Persegi' }).tap();
    await expect(page.getByRole('img', { name: 'Gambar menu: Gulai 3., Gulai 1.' })).toBeVisible();
    await page.getByRole('button', { name: 'Bagikan', exact: true }).tap();
    const { files, text } = await takeShared(page);
    expect(dishLines(text)).toEqual(['- Gulai 3.: Rp 25.000', '- Gulai 1.: Rp 25.000']);
    const [picture] = files;
    if (!picture) throw new Error('There is no picture.');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1080, height: 1080 });
    expect((await scan(picture.bytes)).text).toBe(url);
    await page.context().setOffline(false);
  });
});

test('a share that is refused leaves saving and copying, and where the device cannot draw, the text goes alone', async ({
  lapau,
  open,
}) => {
  const seller = await buildMenu(lapau, 2);
  const page = await open('about:blank', seller);
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/my-warung');
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  // This Chromium has no share sheet.
  await expect(page.getByRole('button', { name: 'Salin teks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bagikan', exact: true })).toHaveCount(0);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Simpan', exact: true }).tap();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^menu-lapau-.*-1\.jpg$/);
  expect(await sharp(await readFile(await file.path())).metadata()).toMatchObject({ width: 1080, height: 1920 });

  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
  });
  // A reload while the page is connecting cuts its socket, which the console may call an error.
  await connected;
  await page.reload();
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(page.getByText('Gambarnya tidak bisa dibuat di HP ini.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Simpan', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Bagikan teks' }).tap();
  await expectToast(page, 'HP ini tidak mau membagikan teksnya. Salin saja.');
});
