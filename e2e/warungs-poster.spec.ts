import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall } from './support/calls.ts';
import { waitForPreloadedCode } from './support/lazy-code.ts';
import { scan } from './support/scan.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';

// The page asks for the session while it has no signal.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed|400.*get_my_warung_links/ });

async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).tap();
  const file = await downloaded;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Takes the picture out of a PDF with one page, after checking the structure of the file. */
function pictureOfPdf(pdf: Buffer, points: string): Buffer {
  const text = pdf.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.4/);
  expect(text).toContain(`/MediaBox [0 0 ${points}]`);
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  const length = Number(/\/Filter \/DCTDecode \/Length (\d+)/.exec(text)?.[1]);
  const start = text.indexOf('stream\n') + 'stream\n'.length;
  expect(text.slice(start + length)).toMatch(/^\nendstream\n/);
  return pdf.subarray(start, start + length);
}

/** Paper in millimetres and points, and in pixels at 300 dpi. */
const papers = {
  A4: { mm: 210, points: '595.28 841.89', pixels: { width: 2480, height: 3508 } },
  A5: { mm: 148, points: '419.53 595.28', pixels: { width: 1748, height: 2480 } },
};
const name = 'Kadai Kopi Tigo Tungku Sajarangan Nan Lamo di Simpang Ampek Muaro Paiti Kapur IX';

for (const [paper, { mm, points, pixels }] of Object.entries(papers)) {
  test(`the poster on ${paper} is made without signal in 300 dpi, and its code leads to the stall`, async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau, { warung: { name } });
    const { url } = await lapau.call('get_my_warung_links', {}, seller);
    const page = await open('about:blank', seller);
    const answered = page.waitForResponse('**/rpc/get_my_warung_links');
    await page.goto('/my-warung');
    await (await answered).finished();
    await waitForPreloadedCode(page);
    await loseSignal(page);
    await page.getByRole('link', { name: 'Poster QR' }).tap();
    await expect(page.getByRole('img', { name: /^Poster A4/ })).toBeVisible();
    await page.getByRole('button', { name: paper, exact: true }).tap();
    await expect(page.getByRole('img', { name: new RegExp(`^Poster ${paper}: ${name}`) })).toBeVisible();
    await expectAccessible(page);

    const png = await download(page, 'Unduh PNG');
    expect(png.name).toMatch(new RegExp(`^poster-kadai-kopi-.*-${paper.toLowerCase()}\\.png$`));
    expect(await sharp(png.bytes).metadata()).toMatchObject({ format: 'png', ...pixels, density: 300 });
    const code = await scan(png.bytes);
    expect(code.text).toBe(url);
    expect((code.side / pixels.width) * mm).toBeGreaterThan(40);

    const pdf = await download(page, 'Unduh PDF');
    expect(pdf.name).toMatch(/\.pdf$/);
    const picture = pictureOfPdf(pdf.bytes, points);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...pixels });
    expect((await scan(picture)).text).toBe(url);

    // A bad camera sees the code from afar: 200 × 200 pixels with the quiet zone, out of focus.
    const quiet = code.side / 10;
    const [left, top, side] = [code.left - quiet, code.top - quiet, code.side + 2 * quiet].map(Math.round) as [
      number,
      number,
      number,
    ];
    const small = await sharp(png.bytes)
      .extract({ left, top, width: side, height: side })
      .resize(200, 200)
      .png()
      .toBuffer();
    expect((await scan(await sharp(small).blur(1).png().toBuffer())).text).toBe(url);
    await page.context().setOffline(false);
  });
}

test('a printed code and a typed address still lead to the stall after it was renamed', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const printed = await lapau.call('get_my_warung_links', {}, seller);
  await lapau.db.updateTable('warungs').set({ name: 'Lapau Nama Baru' }).where('id', '=', seller.id).execute();
  const buyer = await open(new URL(printed.short_url).pathname, seller);
  await expect(buyer).toHaveURL(new URL(printed.url).pathname);
  await expect(buyer.getByRole('heading', { name: 'Lapau Nama Baru' })).toBeVisible();
});

test('where the device shares files, the poster is shared; a cancelled share says nothing, a failed one does', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const page = await open('about:blank', seller);
  await page.addInitScript(() => {
    const outcomes = ['', 'AbortError', 'NotAllowedError'];
    Object.assign(window, { outcomes });
    navigator.canShare = () => true;
    navigator.share = async ({ files }: ShareData = {}) => {
      const outcome = outcomes.shift();
      if (outcome) throw new DOMException('', outcome);
      document.title = files?.[0]?.name ?? '';
    };
  });
  await page.goto('/my-warung/poster');
  const share = page.getByRole('button', { name: 'Bagikan' });
  await share.tap();
  await expect(page).toHaveTitle(/^poster-.*-a4\.pdf$/);
  await share.tap();
  await expect.poll(() => page.evaluate(() => (window as unknown as { outcomes: string[] }).outcomes.length)).toBe(1);
  await expect(share).not.toHaveAttribute('aria-busy');
  await expect(page.getByText('Gagal membagikan poster.')).toHaveCount(0);
  await share.tap();
  await expect(page.getByText('Gagal membagikan poster.')).toBeVisible();
});

test('without the stall’s address, or on a device that cannot draw, the poster’s page says so', async ({
  lapau,
  open,
}) => {
  const page = await open('about:blank', await buildSeller(lapau));
  await failCall(page, 'get_my_warung_links', { times: 1 });
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
  });
  await page.goto('/my-warung/poster');
  await expect(page.getByText('Gagal memuat data warung.')).toBeVisible();
  await page.getByRole('button', { name: 'Coba lagi' }).tap();
  await page.getByRole('button', { name: 'Unduh PNG' }).tap();
  await expect(page.getByText('Gagal membuat poster.')).toBeVisible();
});
