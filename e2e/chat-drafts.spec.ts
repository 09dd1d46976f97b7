import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { buildChat, chatWith, messageBox } from './support/chat.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';

const rowOf = (page: Page) => page.getByRole('list', { name: 'Percakapan' }).getByRole('listitem');
const draft = 'Uni, rendangnya masih ada? Saya ambil dua bungkus nanti sore.';

test.describe('a draft to somebody whom one cannot write to any more', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [reason, says] of [
    ['has blocked one', 'Pesan tidak dapat dikirim.'],
    ['is blocked', /^Anda memblokir/],
    ['is suspended', 'Pengguna ini sudah tidak dapat dikirimi pesan.'],
    ['has deleted the account', 'Pengguna ini sudah tidak dapat dikirimi pesan.'],
  ] as const) {
    test(`is in the chat to copy or delete, and no draft in the list, when they ${reason}`, async ({ lapau, open }) => {
      const { id, buyer, seller } = await buildChat(lapau);
      await chatWith(lapau, id, seller, 'Sampai besok.');
      const page = await open(`/chat/${id}`, buyer);
      await messageBox(page).fill(draft);
      await expect.poll(() => storedDrafts(page)).toContain(draft);
      await page.getByRole('button', { name: 'Kembali' }).tap();
      await expect(rowOf(page)).toContainText('Draf:');

      if (reason === 'is blocked') await lapau.call('set_block', { person_id: seller.id, blocked: true }, buyer);
      else if (reason === 'has blocked one')
        await lapau.call('set_block', { person_id: buyer.id, blocked: true }, seller);
      else if (reason === 'is suspended') {
        await lapau.db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', seller.id).execute();
        await page.reload();
      } else {
        await lapau.db.deleteFrom('profiles').where('id', '=', seller.id).execute();
        await page.reload();
      }
      await expect(rowOf(page)).toContainText('Sampai besok.');
      await expect(rowOf(page)).not.toContainText('Draf:');

      await rowOf(page).getByRole('link').tap();
      await expect(page.getByText(says)).toBeVisible();
      const kept = page.getByRole('textbox', { name: 'Yang Anda tulis, belum terkirim' });
      await expect(kept).toHaveValue(draft);
      await expectAccessible(page);
      expect(await layoutFaults(page)).toEqual([]);
      await page.evaluate(() => {
        const writeText = async (text: string) => void (document.title = text);
        Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
      });
      await page.getByRole('button', { name: 'Salin' }).tap();
      await expect(page).toHaveTitle(draft);
      await page.getByRole('button', { name: 'Hapus' }).tap();
      await expect(kept).toBeHidden();
      await expect.poll(() => storedDrafts(page)).not.toContain(draft);
    });
  }
});

test('a draft to somebody whom one blocks in the chat is a draft again when they are unblocked', async ({
  lapau,
  open,
}) => {
  const { id, buyer, seller } = await buildChat(lapau);
  await chatWith(lapau, id, seller, 'Sampai besok.');
  const page = await open(`/chat/${id}`, buyer);
  await messageBox(page).fill(draft);
  await page.getByRole('button', { name: 'Menu percakapan' }).tap();
  await page.getByRole('menuitem', { name: 'Blokir' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Blokir' }).tap();
  await expect(page.getByRole('textbox', { name: 'Yang Anda tulis, belum terkirim' })).toHaveValue(draft);
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(rowOf(page)).not.toContainText('Draf:');
  await rowOf(page).getByRole('link').tap();
  await page.getByRole('button', { name: 'Buka blokir' }).tap();
  await expect(messageBox(page)).toHaveValue(draft);
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(rowOf(page)).toContainText('Draf:');
});
