import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { failCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /500.*(delete_post|handle_report)|404.*storage/ });

const kept = 'Gagal menghapus gambar postingan: Foto tidak dapat dihapus.';

const deleteOwn = async (page: Page, dish: string) => {
  await page
    .getByRole('button', { name: `Menu ${dish}` })
    .first()
    .tap();
  await page.getByRole('menuitem', { name: 'Hapus' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
};

test('a cook whose dish stays because its photos cannot be removed is told so on every screen (D20)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai') });
  for (const path of [`/?nagari=${encodeURIComponent(seller.nagari)}`, `/post/${post.id}`, '/my-warung']) {
    const page = await open(path, seller);
    await failCall(page, 'delete_post', { code: 'image_delete_failed' });
    await deleteOwn(page, post.food_name);
    await expectToast(page, kept);
    await expect(page.getByText(post.food_name).first()).toBeVisible();
    await page.close();
  }
});

test('so is an admin who deletes it from the feed, the stall’s menu or the reports', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id, food_name: unique('Gulai') });
  const report = { reported_post_id: post.id, reason: 'Foto orang lain' };
  await lapau.call('create_report', report, await buildMember(lapau));
  const admin = await buildAdmin(lapau);
  const roads: [string, (page: Page) => Promise<void>][] = [
    [
      `/?nagari=${encodeURIComponent(seller.nagari)}`,
      async (page) => {
        await page.getByRole('button', { name: `Menu ${post.food_name}` }).tap();
        await page.getByRole('menuitem', { name: 'Hapus' }).tap();
      },
    ],
    [`/admin/warungs/${seller.id}/menu`, (page) => page.getByRole('button', { name: `Hapus ${post.food_name}` }).tap()],
    [
      '/admin/reports',
      (page) =>
        page
          .getByRole('list', { name: 'Laporan' })
          .getByRole('listitem')
          .filter({ hasText: post.food_name })
          .getByRole('button', { name: 'Hapus', exact: true })
          .tap(),
    ],
  ];
  for (const [path, ask] of roads) {
    const page = await open(path, admin);
    for (const call of ['delete_post', 'handle_report'] as const) {
      await failCall(page, call, { code: 'image_delete_failed' });
    }
    await ask(page);
    await decide(page, 'Hapus', 'Penipuan.');
    await expectToast(page, kept);
    await page.close();
  }
});
