import type { BrowserContext, Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { waitingChanges } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  // The network may be gone while the browser still fetches the worker.
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|fetching the script|WebSocket connection.*failed|404.*(add_comment|get_comments_for_post|get_post_details)/,
});

async function dishOf(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const name = unique('Gulai Paku');
  const { id } = await buildPost(lapau, {
    user_id: seller.id,
    food_name: name,
    images: [await storePhoto(lapau, seller)],
  });
  return { seller, name, id };
}

/** Opens another page on the same device without a network, as after Android has closed the app. */
async function reopen(context: BrowserContext, page: Page, route: string): Promise<Page> {
  await page.close();
  const again = await context.newPage();
  await again.goto(route);
  return again;
}

test('what a buyer does without signal waits through a closed app, arrives once, and counts what rows say', async ({
  lapau,
  open,
}) => {
  const { name, id } = await dishOf(lapau);
  const member = await buildMember(lapau);
  const page = await open(`/post/${id}`, member);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await untilKept(page, name);
  const context = page.context();
  await loseSignal(page);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await page.getByRole('button', { name: 'Simpan' }).tap();
  await page.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  const comment = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem').filter({ hasText: 'Masih ada?' });
  await expect(comment).toContainText('menunggu sinyal');
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();

  const again = await reopen(context, page, `/post/${id}`);
  await expect(again.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await expect(again.getByRole('button', { name: 'Simpan, menunggu sinyal' })).toHaveAttribute('aria-pressed', 'true');
  await expect(again.getByText('Masih ada?')).toBeVisible();

  await context.setOffline(false);
  await expect(again.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
  await expect(again.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);
  const stored = lapau.db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id);
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 1 });
  const saved = lapau.db.selectFrom('saved_posts').select('post_id').where('user_id', '=', member.id);
  await expect.poll(() => saved.execute()).toEqual([{ post_id: id }]);
});

test('a comment that waits is taken back into the input, and one that is refused is given back', async ({
  lapau,
  open,
}) => {
  const { id } = await dishOf(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  const input = page.getByPlaceholder('Tulis komentar...');
  await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await loseSignal(page);
  await input.fill('Masih ada?');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  const comment = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem');
  await comment.getByRole('button', { name: 'Batal' }).tap();
  await expect(comment).toHaveCount(0);
  await expect(input).toHaveValue('Masih ada?');

  await page.getByRole('button', { name: 'Kirim' }).tap();
  await expect(comment).toContainText('menunggu sinyal');
  await lapau.db.deleteFrom('posts').where('id', '=', id).execute();
  await page.context().setOffline(false);
  await expectToast(page, 'Gagal mengirim komentar.');
});

test('who signs out with something unsent is asked, and what is dropped is gone from the device', async ({
  lapau,
  open,
}) => {
  const { id } = await dishOf(lapau);
  const member = await buildMember(lapau);
  const page = await open(`/post/${id}`, member);
  await page.route('**/rpc/toggle_like', (route) => route.abort());
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await page.goto('/profile');
  const signOut = page.getByRole('button', { name: 'Keluar', exact: true });
  await signOut.tap();
  const question = page.getByRole('alertdialog', { name: 'Keluar sebelum terkirim?' });
  await expect(question).toContainText('Ada 1 yang belum terkirim. Kalau keluar, hilang.');
  await question.getByRole('button', { name: 'Batal' }).tap();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/profile');
  await signOut.tap();
  await question.getByRole('button', { name: 'Keluar' }).tap();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => waitingChanges(page)).not.toContain(id);
});
