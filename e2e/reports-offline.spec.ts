import { buildAdmin, buildMember, buildPost, buildReport, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { waitForPreloadedCode } from './support/lazy-code.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed/ });

/** A dish that somebody has reported. @returns its name */
async function buildReported(lapau: Lapau): Promise<string> {
  const seller = await buildSeller(lapau);
  const food_name = unique('Anyang Paku');
  const images = [await storePhoto(lapau, seller)];
  const post = await buildPost(lapau, { user_id: seller.id, food_name, images });
  await buildReport(lapau, { reported_post_id: post.id, reporter_id: (await buildMember(lapau)).id });
  return food_name;
}

test('without a network the reports stay to be read, a question says why it cannot be answered, and all goes on with the network', async ({
  lapau,
  open,
}) => {
  const dish = await buildReported(lapau);
  const page = await open('/admin/reports', await buildAdmin(lapau));
  const cardOf = (title: string) =>
    page.getByRole('list', { name: 'Laporan', exact: true }).getByRole('listitem').filter({ hasText: title }).first();
  await expect(cardOf(dish)).toBeVisible();
  await waitForPreloadedCode(page);

  await loseSignal(page);
  await expect(page.getByText('Tidak ada sinyal. Ini data terakhir.')).toBeVisible();
  await expect(cardOf(dish)).toBeVisible();
  await cardOf(dish).getByRole('button', { name: 'Hapus', exact: true }).tap();
  const question = page.getByRole('dialog', { name: `Hapus ${dish}?` });
  await question.getByRole('radio', { name: 'Penipuan.' }).check();
  await expect(question.getByText(/^Gagal memuat akibat keputusan ini/)).toBeVisible({ timeout: 60_000 });
  await expect(question.getByRole('button', { name: 'Hapus', exact: true })).toBeDisabled();
  const other = await buildReported(lapau);

  await page.context().setOffline(false);
  await expect(question.getByText(`${dish} dihapus`)).toBeVisible();
  // The chosen reason is not lost.
  await expect(question.getByRole('radio', { name: 'Penipuan.' })).toBeChecked();
  await question.getByRole('button', { name: 'Hapus', exact: true }).tap();
  await expectToast(page, 'Laporan telah diproses.');
  await expect(cardOf(dish)).toHaveCount(0);
  await expect(cardOf(other)).toBeVisible();
});
