import type { Page } from '@playwright/test';
import { buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { everythingStored, untilKept } from './support/device.ts';
import { whyNoSmallDisk, withSmallPhone } from './support/full-disk.ts';
import type { SmallPhone } from './support/full-disk.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

const full = 'Penyimpanan HP penuh. Jangan tutup Lapau.';

async function openMenu({ context }: SmallPhone): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/my-warung');
  await untilKept(page, '"pages":[[]]');
  return page;
}

async function fillForm(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
  await choosePhotos(page, await smallPhoto('satu.jpg'), await smallPhoto('dua.jpg', '#3a6'));
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible();
  await page.getByLabel('Nama').fill(name);
  await page.getByLabel('Harga').fill('15000');
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Belum diposting' }).getByRole('listitem');
const line = (page: Page) => page.getByText(full).first();
const dishesOf = (lapau: Lapau, seller: BuiltMember) =>
  lapau.db.selectFrom('posts').select(['food_name', 'images']).where('user_id', '=', seller.id).execute();

test.skip(whyNoSmallDisk() !== undefined, whyNoSmallDisk());

test('a dish that a full disk does not take says so, and is sent from memory', async ({ lapau }) => {
  const seller = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  await withSmallPhone(lapau, seller, async (phone) => {
    const page = await openMenu(phone);
    phone.fill();
    await phone.context.setOffline(true);
    await fillForm(page, name);
    await expect(line(page)).toBeVisible();
    await page.getByRole('button', { name: 'Posting' }).tap();
    await expect(waiting(page)).toContainText([full]);
    await expect(waiting(page)).not.toContainText(['menunggu sinyal']);
    // The form for the next dish is blank.
    await page.getByRole('link', { name: 'Tambah', exact: true }).tap();
    await expect(page.getByLabel('Nama')).toHaveValue('');
    await page.getByRole('button', { name: 'Kembali' }).tap();
    await phone.context.setOffline(false);
    await expect(page.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
    await expect(page.getByText(full)).toHaveCount(0);
    expect(await dishesOf(lapau, seller)).toEqual([
      { food_name: name, images: [expect.any(String), expect.any(String)] },
    ]);
  });
});

test('a dish that a full disk does not take is stored once there is room, and then survives the browser', async ({
  lapau,
}) => {
  const seller = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  await withSmallPhone(lapau, seller, async (phone) => {
    const page = await openMenu(phone);
    phone.fill();
    await loseSignal(page);
    await fillForm(page, name);
    await page.getByRole('button', { name: 'Posting' }).tap();
    await expect(waiting(page)).toContainText([full]);
    phone.makeRoom();
    await expect(waiting(page)).toContainText(['menunggu sinyal']);
    await expect(page.getByText(full)).toHaveCount(0);
    expect(await everythingStored(page)).toContain(name);
    await phone.restart();
    const again = await phone.context.newPage();
    await again.goto('/my-warung');
    await expect(again.getByRole('list', { name: 'Menu' }).getByRole('link', { name })).toBeVisible();
    expect(await dishesOf(lapau, seller)).toEqual([
      { food_name: name, images: [expect.any(String), expect.any(String)] },
    ]);
  });
});

test('of a dish that a full disk does not take whole, the next page has what was typed', async ({ lapau }) => {
  const seller = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  await withSmallPhone(lapau, seller, async (phone) => {
    const page = await openMenu(phone);
    await page.getByRole('link', { name: 'Tambah Menu' }).first().tap();
    await page.getByLabel('Nama').fill(name);
    await phone.context.setOffline(true);
    phone.fill();
    await choosePhotos(page, await smallPhoto());
    await page.getByLabel('Harga').fill('15000');
    await page.getByRole('button', { name: 'Posting' }).tap();
    await expect(waiting(page)).toContainText([full]);
    const asked = page.waitForEvent('dialog');
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await closed;
    phone.makeRoom();
    const again = await phone.context.newPage();
    await phone.context.setOffline(false);
    await again.goto('/my-warung');
    await again.getByRole('link', { name: 'Tambah Menu' }).first().tap();
    await expect(again.getByLabel('Nama')).toHaveValue(name);
    expect(await dishesOf(lapau, seller)).toEqual([]);
  });
});
