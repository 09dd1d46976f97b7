import { buildMember } from '../server/src/testing/builders.ts';
import { expect, test } from './support/story.ts';
import { toastsOf } from './support/toasts.ts';

test.use({ expectedErrors: /422.*(get_feed|list_warungs)/ });

const long = 'a'.repeat(200);

const lists = [
  ['/', 'nagari', 'Nagari: Paling banyak 120 huruf, sekarang 200.'],
  ['/', 'cari', 'Kata pencarian: Paling banyak 120 huruf, sekarang 200.'],
  ['/foods', 'nagari', 'Nagari: Paling banyak 120 huruf, sekarang 200.'],
  ['/warung', 'cari', 'Kata pencarian: Paling banyak 80 huruf, sekarang 200.'],
] as const;

for (const [path, parameter, reason] of lists) {
  test(`${path}?${parameter}= that the server refuses says so, and offers to clear it`, async ({ lapau, open }) => {
    const page = await open(`${path}?${parameter}=${long}`, await buildMember(lapau));
    const main = page.getByRole('main');
    await expect(main.getByText('Pencarian ini tidak dapat dijalankan.')).toBeVisible();
    await expect(main.getByText(reason)).toBeVisible();
    await expect(main.getByText(/Gagal memuat|Tidak ada|Belum ada|koneksi/)).toHaveCount(0);
    await expect(toastsOf(page)).toHaveCount(0);
    if (path !== '/') await expect(main.getByRole('link', { name: 'Ke Feed' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Hapus filter' }).click();
    await expect(page).toHaveURL(path);
    await expect(main.getByText('Pencarian ini tidak dapat dijalankan.')).toBeHidden();
  });
}

test('too long a pasted search shows its limit and is not cut', async ({ lapau, open }) => {
  const page = await open('/foods', await buildMember(lapau));
  const search = page.getByRole('searchbox');
  // Not focus(): the box that shows until the screen's code has loaded takes no input.
  await search.click();
  await expect(search).toBeFocused();
  await page.keyboard.insertText(long);
  await expect(page.getByText('Kata pencarian: Paling banyak 120 huruf, sekarang 200.')).toBeVisible();
  await expect(search).toHaveValue(long);
});
