import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';

test('too long a comment or report shows its limit, and nothing is cut (D25)', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  const comment = page.getByRole('textbox', { name: 'Tulis komentar...' });
  await comment.focus();
  // The text is inserted as by pasting, which a maxlength would cut.
  await page.keyboard.insertText('x'.repeat(1012));
  await expect(comment).toHaveAccessibleDescription('Komentar paling banyak 1000 huruf, sekarang 1012.');
  await expect(comment).toHaveValue('x'.repeat(1012));
  const sendComment = page.getByRole('button', { name: 'Kirim', exact: true });
  await expect(sendComment).toBeDisabled();
  await comment.fill('x'.repeat(1000));
  await expect(page.getByText(/paling banyak/)).toBeHidden();
  await expect(sendComment).toBeEnabled();

  await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
  await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  const reason = dialog.getByLabel('Alasan');
  // The dialog takes the focus a moment after it shows.
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await reason.focus();
  await page.keyboard.insertText('y'.repeat(501));
  await expect(dialog.getByText('Alasan laporan paling banyak 500 huruf, sekarang 501.')).toBeVisible();
  await expect(reason).toHaveValue('y'.repeat(501));
  await expect(dialog.getByRole('button', { name: 'Kirim Laporan' })).toBeDisabled();
  await reason.press('Backspace');
  await expect(dialog.getByText(/paling banyak/)).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Kirim Laporan' })).toBeEnabled();
});
