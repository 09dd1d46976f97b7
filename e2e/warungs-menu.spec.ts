import sharp from 'sharp';
import { buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const readClipboard = () => navigator.clipboard.readText();

test('the copied menu has all dishes that can be ordered, prices as shown and the link', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { open_set_at: new Date(0) } });
  const images = [await storePhoto(lapau, seller)];
  // The menu has more dishes than one page of it.
  for (let number = 1; number <= 23; number += 1) {
    await buildPost(lapau, {
      user_id: seller.id,
      images,
      food_name: `Gulai ${number}.`,
      price: '15000',
      open_set_at: new Date(0),
      created_at: new Date(Date.now() - (100 - number) * 60_000),
    });
  }
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Habis Dulu', is_open: false });
  const page = await open('about:blank', seller);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/my-warung');
  await page.getByRole('switch', { name: /Gulai 22\./ }).tap();
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(page.getByRole('img', { name: /^Gambar 2 dari 2: .*Gulai 1\.$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Salin teks' }).tap();
  await expectToast(page, 'Menu disalin. Tempel di WhatsApp.');
  const lines = (await page.evaluate(readClipboard)).split('\n');
  const { url } = await lapau.call('get_my_warung_links', {}, seller);
  expect(lines[0]).toBe(`*${seller.warung.name}*`);
  expect(lines.at(-1)).toBe(`Lihat fotonya: ${url}`);
  const dishes = lines.filter((line) => line.startsWith('- '));
  const numbers = Array.from({ length: 23 }, (_, index) => 23 - index).filter((number) => number !== 22);
  expect(dishes).toEqual(numbers.map((number) => `- Gulai ${number}.: Rp 15.000`));

  const sheet = page.getByRole('dialog', { name: 'Menu hari ini' });
  await sheet.getByRole('button', { name: 'Tutup' }).tap();
  await page.getByRole('switch', { name: /^Warung/ }).tap();
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(sheet.getByText('Warung sedang tutup.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Buka warung' }).tap();
  await expect(sheet.getByRole('button', { name: 'Salin teks' })).toBeVisible();
});

test('where the browser cannot copy, the text is shown to be copied by hand, unless nothing can be ordered', async ({
  lapau,
  open,
}) => {
  const dish = unique('Randang');
  const seller = await buildSeller(lapau);
  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name: dish });
  const page = await open('about:blank', seller);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto('/my-warung');
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await page.getByRole('button', { name: 'Salin teks' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Salin menu' });
  await expect(dialog.getByRole('textbox', { name: 'Menu' })).toHaveValue(new RegExp(`- ${dish}: Rp 25.000`));
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Tutup' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Menu hari ini' });
  await sheet.getByRole('button', { name: 'Tutup' }).tap();
  await page.getByRole('switch', { name: new RegExp(dish) }).tap();
  await page.getByRole('button', { name: 'Menu hari ini' }).tap();
  await expect(sheet.getByText('Semua menu sedang habis.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Ke menu saya' }).tap();
  await expect(sheet).toBeHidden();
});

test('a new stall is told what it lacks, until it has it or the cook has heard enough', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { warung: { whatsapp_number: '', closes_nightly: true } });
  const page = await open('/my-warung', seller);
  const hints = page.getByRole('region', { name: 'Menunya sudah lengkap?' });
  await expect(hints).toContainText('1 dari 5');
  await expectAccessible(page);
  await hints.getByRole('button', { name: 'Pasang foto warung' }).tap();
  await expect(page.getByRole('dialog', { name: 'Foto warung' })).toBeVisible();
  await page.keyboard.press('Escape');
  await hints.getByRole('button', { name: 'Isi nomor WhatsApp' }).tap();
  const form = page.getByRole('dialog', { name: 'Info warung' });
  await form.getByLabel('Nomor WhatsApp').fill('0810-0000-0011');
  await form.getByLabel('Deskripsi').fill('Pagi saja.');
  await form.getByRole('button', { name: 'Simpan' }).tap();
  await expect(hints).toContainText('3 dari 5');
  await hints.getByRole('link', { name: 'Pasang makanan pertama' }).tap();
  await expect(page).toHaveURL('/my-warung/tambah-menu');

  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  await page.goto('/my-warung');
  await expect(hints).toContainText('4 dari 5');
  await hints.getByRole('button', { name: 'Tutup petunjuk' }).tap();
  await expect(hints).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Menu hari ini' })).toBeVisible();
  await expect(hints).toBeHidden();
});

test.describe('what fails', () => {
  test.use({ expectedErrors: /400.*get_my_menu/ });

  test('a menu that could not be loaded in full says so', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const images = [await storePhoto(lapau, seller)];
    for (let number = 1; number <= 20; number += 1) await buildPost(lapau, { user_id: seller.id, images });
    const page = await open('about:blank', seller);
    await page.route('**/rpc/get_my_menu', (route) =>
      /"before"|"limit":50/.test(route.request().postData() ?? '')
        ? route.fulfill({ status: 400, json: { code: 'malformed_request', message: '' } })
        : route.fallback(),
    );
    await page.goto('/my-warung');
    await page.getByRole('button', { name: 'Menu hari ini' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Menu hari ini' });
    await expect(sheet.getByText('Baru 20 menu terbaru yang ada di HP ini.')).toBeVisible();
    await page.unroute('**/rpc/get_my_menu');
    await sheet.getByRole('button', { name: 'Coba lagi' }).tap();
    await expect(sheet.getByText('Baru 20 menu terbaru yang ada di HP ini.')).toBeHidden();
  });
});

test('a chosen dish has its ring around the photo too, and a step of two lines keeps to its row', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const food_name = unique('Gulai');
  await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)], food_name });
  const page = await open('/my-warung', seller);
  const step = page.getByRole('button', { name: 'Nyalakan tutup otomatis tiap malam' });
  const room = await step.evaluate((row) => {
    const range = document.createRange();
    range.selectNodeContents(row);
    const text = [...range.getClientRects()].filter(({ width }) => width > 50);
    const { top, bottom } = row.getBoundingClientRect();
    return Math.min(...text.map((line) => line.top - top), ...text.map((line) => bottom - line.bottom));
  });
  expect(room).toBeGreaterThanOrEqual(8);

  await page.getByRole('button', { name: 'Pilih', exact: true }).tap();
  const choice = page.getByRole('checkbox', { name: food_name });
  await choice.tap();
  await expect(choice).toBeChecked();
  const box = await choice.boundingBox();
  if (!box) throw new Error('It is not shown.');
  const clip = { x: box.x + box.width / 2, y: box.y, width: 1, height: 1 };
  const ring = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  expect([...ring]).toEqual([0xf2, 0xb6, 0x32]);
});
