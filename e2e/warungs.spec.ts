import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { withoutBootData } from './support/boot.ts';
import { answerCall, restoreCall, failCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const stalls = (page: Page) => page.getByRole('list', { name: 'Warung' }).getByRole('listitem');
const menu = (page: Page) => page.getByRole('list', { name: 'Menu' }).getByRole('listitem');

test('stalls are searched by name after a pause, and an empty result says so', async ({ lapau, open }) => {
  const word = unique('Lapau').replace(' ', '');
  const seller = await buildSeller(lapau, { profile: { nagari: 'Sialang' }, warung: { name: `${word} Uni Eli` } });
  await buildSeller(lapau, { warung: { name: `${word} Tek Ida`, is_open: false } });
  const page = await open('about:blank', await buildMember(lapau));
  await page.clock.install();
  await answerCall(page, 'list_warungs', []);
  // The clock is ahead: a page that is still connecting would give up, and fetch everything again with the next connection.
  const connection = () => page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  let connected = connection();
  await page.goto('/warung');
  await connected;
  await expect(page.getByText('Belum ada warung yang terdaftar.')).toBeVisible();
  await restoreCall(page, 'list_warungs');
  connected = connection();
  await page.reload();
  await connected;
  await expect(stalls(page).first()).toBeVisible();
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/rpc/list_warungs')) return;
    const input = request.postDataJSON() as { before?: unknown; search_term?: string };
    // The list that is shown may load its next page, or be fetched again, meanwhile.
    if (!input.before && input.search_term) asked.push(input);
  });
  const search = page.getByRole('searchbox', { name: 'Cari nama warung...' });
  // The clock stands still while the word is typed: on a slow machine two letters may be further apart than the pause.
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.pressSequentially(word);
  await page.clock.resume();
  await expect.poll(() => asked).toMatchObject([{ search_term: word }]);
  await expect(stalls(page)).toHaveCount(2);
  await expect(stalls(page).filter({ hasText: 'Tek Ida' })).toContainText('Tutup');
  await expect(stalls(page).filter({ hasText: 'Uni Eli' })).toContainText('Buka');
  await expect(stalls(page).filter({ hasText: 'Uni Eli' })).toContainText('Sialang');
  await expectAccessible(page);
  await stalls(page).filter({ hasText: 'Uni Eli' }).getByRole('link').click();
  await expect(page).toHaveURL(`/warungs/${seller.id}`);
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(search).toHaveValue(word);

  await search.fill('Xqzwv %_');
  await expect(page.getByText('Warung dengan nama "Xqzwv %_" tidak ditemukan.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Hapus pencarian' }).last().click();
  await expect(search).toHaveValue('');
  await expect(stalls(page).first()).toBeVisible();
});

test('a stall that closed while another screen was shown is closed in the list', async ({ lapau, open }) => {
  const name = unique('Lapau');
  const seller = await buildSeller(lapau, { warung: { name } });
  const page = await open('/warung', await buildMember(lapau));
  const stall = stalls(page).filter({ hasText: name });
  await expect(stall).toContainText('Buka');
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('link', { name: 'Postingan Tersimpan' })).toBeVisible();
  await lapau.call('set_warung_open', { is_open: false }, seller);
  await page.goBack();
  await expect(stall).toContainText('Tutup');
});

test('a stall’s page shows its data, and changes while it is open', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: 'Sialang' },
    warung: {
      name: 'Kadai Uni Eli',
      bio: 'Sejak 1998.\nBuka pagi.',
      address: 'Jorong Pasa',
      updated_at: new Date(Date.now() - 7_200_000),
    },
  });
  const images = [await storePhoto(lapau, seller)];
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Gulai', is_open: false });
  const page = await open(`/warungs/${seller.id}`, await buildMember(lapau));
  await expect(page.getByRole('heading', { name: 'Kadai Uni Eli' })).toBeVisible();
  await expect(page.getByText('Buka', { exact: true })).toBeVisible();
  await expect(page.getByText('Info warung diperbarui 2 jam yang lalu')).toBeVisible();
  await expect(page.getByText('Jorong Pasa')).toBeVisible();
  await expect(page.getByText('Sejak 1998.\nBuka pagi.')).toBeVisible();
  await expect(menu(page).filter({ hasText: 'Sate' })).toContainText('Tersedia');
  await expect(menu(page).filter({ hasText: 'Gulai' })).toContainText('Habis');
  const photo = menu(page).filter({ hasText: 'Sate' }).locator('img').locator('..');
  await expect(photo).toHaveCSS('opacity', '1');
  await expectAccessible(page);

  await lapau.db
    .updateTable('warungs')
    .set({ is_open: false, bio: '', address: '' })
    .where('id', '=', seller.id)
    .execute();
  const dish = { id: crypto.randomUUID(), food_name: 'Lamang', price: '5000', images };
  const { id } = await lapau.call('create_post', dish, seller);
  await expect(menu(page).filter({ hasText: 'Lamang' })).toContainText('Rp 5.000');
  await expect(page.getByText('Tutup', { exact: true }).first()).toBeVisible();
  await expect(photo).toHaveCSS('opacity', '0.5');
  await expectAccessible(page);
  await expect(page.getByText('Belum ada deskripsi.')).toBeVisible();
  await expect(page.getByText('Alamat belum diisi.')).toBeVisible();
  await lapau.call('delete_post', { post_id: id }, seller);
  await expect(menu(page)).toHaveCount(2);
  await menu(page).filter({ hasText: 'Sate' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Sate' })).toBeVisible();
});

test('valid phone numbers are links, others disabled buttons (D22)', async ({ lapau, open }) => {
  const { id, warung } = await buildSeller(lapau);
  const page = await open(`/warungs/${id}`, await buildMember(lapau));
  const greeting = `Halo ${warung.name}, saya melihat warung Anda di ${lapau.url}/warungs/${id}. Hari ini masak apa?`;
  const set = (phone_number: string, whatsapp_number: string) =>
    lapau.db.updateTable('warungs').set({ phone_number, whatsapp_number }).where('id', '=', id).execute();
  for (const [phone, tel, whatsapp, wa] of [
    ['0812-3456-7890', '081234567890', '0812-3456-7890', '6281234567890'],
    ['+62 812 3456 7890', '+6281234567890', '0062 812 3456 7890', '6281234567890'],
    ['(0751) 123456', '0751123456', '8123456789', '628123456789'],
    ['(+62) 810-0000-0001', '+6281000000001', '(+62) 810-0000-0001', '6281000000001'],
    ['HP +62 810-0000-0001', '+6281000000001', 'WA +60 12-345 6789', '60123456789'],
    ['+62 (0)810-0000-0001', '+6281000000001', '\u202d+62 810-0000-0001\u202c', '6281000000001'],
    ['', null, '', null],
    ['112', null, '0751 123456', null],
    ['tidak ada', null, '+60 12-345 6789', '60123456789'],
  ] as const) {
    await set(phone, whatsapp);
    await page.reload();
    await expect(page.getByRole('heading', { name: warung.name })).toBeVisible();
    for (const [name, href] of [
      ['Telepon', tel && `tel:${tel}`],
      ['WhatsApp', wa && `https://wa.me/${wa}?text=${encodeURIComponent(greeting)}`],
    ] as const) {
      if (href) await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
      else await expect(page.getByRole('button', { name })).toBeDisabled();
    }
  }
});

test.describe('a stall that cannot be shown', () => {
  test.use({ expectedErrors: /(400|404|422).*(get_warung|get_warung_menu|list_warungs|get_post_details)/ });

  test('an unknown or suspended stall leads to the feed', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau);
    const admin = await buildAdmin(lapau);
    const page = await open('/privasi', await buildMember(lapau));
    for (const id of [crypto.randomUUID(), 'bukan-id']) {
      await page.goto(`/warungs/${id}`);
      await expectToast(page, 'Warung tidak ditemukan.');
      await expect(page).toHaveURL('/');
    }
    await page.goto(`/warungs/${seller.id}`);
    await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
    await lapau.call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
    await expectToast(page, 'Warung tidak ditemukan.');
    await expect(page).toHaveURL('/');
  });

  test('a stall that cannot be loaded says so and is loaded again on request', async ({ lapau, open }) => {
    const seller = await buildSeller(lapau, { warung: { name: unique('Kadai') } });
    const page = await open('/profile', await buildMember(lapau));
    const main = page.getByRole('main');
    const again = page.getByRole('button', { name: 'Coba lagi' });
    await failCall(page, 'list_warungs');
    await page.getByRole('link', { name: 'Warung', exact: true }).click();
    await expect(main.getByText('Gagal memuat daftar warung.')).toBeVisible();
    await restoreCall(page, 'list_warungs');
    await again.click();
    await expect(stalls(page).filter({ hasText: seller.warung.name })).toBeVisible();

    await withoutBootData(page);
    await failCall(page, 'get_warung');
    await failCall(page, 'get_warung_menu');
    await page.goto(`/warungs/${seller.id}`);
    await expect(main.getByText('Gagal memuat data warung.')).toBeVisible();
    await restoreCall(page, 'get_warung');
    await again.click();
    await expect(main.getByText('Gagal memuat menu.')).toBeVisible();
    await restoreCall(page, 'get_warung_menu');
    await again.click();
    await expect(page.getByText('Warung ini belum punya menu.')).toBeVisible();
  });
});
