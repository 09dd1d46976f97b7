import type { Locator } from '@playwright/test';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { pauseCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { unique } from './support/unique.ts';

async function buildPeople(lapau: Lapau) {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto'), full_name: 'Eli Marni' },
    warung: { name: 'Kadai Uni Eli' },
  });
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  return { seller, post, member: await buildMember(lapau, { full_name: 'Rina Wati' }) };
}

/** Opens the post's page as its seller, and the feed, where the comments open in a sheet, as the member. */
async function openThreads(open: Open, { seller, post, member }: Awaited<ReturnType<typeof buildPeople>>) {
  const sellersPage = await open(`/post/${post.id}`, seller);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, member);
  const thread = sellersPage.getByRole('region', { name: 'Komentar' });
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  return { page, sellersPage, thread, sheet };
}

const send = async (thread: Locator, placeholder: string, text: string) => {
  await thread.getByPlaceholder(placeholder).fill(text);
  await thread.getByRole('button', { name: 'Kirim' }).click();
};

test('comments and replies show in both open threads, and only the newer ones are fetched', async ({ lapau, open }) => {
  const people = await buildPeople(lapau);
  const { page, sellersPage, thread, sheet } = await openThreads(open, people);
  await expect(thread.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  const fetchedThreads: unknown[] = [];
  sellersPage.on('request', (request) => {
    if (request.url().endsWith('/get_comments_for_post')) fetchedThreads.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Komentar, 0 komentar' }).click();
  await expect(sheet.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await sheet.getByPlaceholder('Tulis komentar...').fill('   ');
  await expect(sheet.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await send(sheet, 'Tulis komentar...', 'Pedas tidak, Uni?');
  await expect(sheet.getByText('Pedas tidak, Uni?')).toBeVisible();

  await expect(thread.getByText('Pedas tidak, Uni?')).toBeVisible();
  await expect(thread.getByText('Rina Wati')).toBeVisible();
  await thread.getByRole('button', { name: 'Balas' }).click();
  await expect(thread.getByRole('button', { name: 'Batal' })).toBeVisible();
  await expect(thread.getByPlaceholder('Balas ke Rina Wati...')).toBeFocused();
  await send(thread, 'Balas ke Rina Wati...', 'Sedikit saja.');
  await expect(thread.getByText('Sedikit saja.')).toBeVisible();
  const stored = lapau.db.selectFrom('post_comments').select('id').where('post_id', '=', people.post.id);
  const [first] = await stored.orderBy('created_at').execute();
  await expect.poll(() => fetchedThreads.at(-1)).toMatchObject({ after: { id: first?.id } });

  await sheet.getByRole('button', { name: 'Lihat 1 balasan' }).click();
  await expect(sheet.getByText('Sedikit saja.')).toBeVisible();
  // A reply to the reply lies under the same comment and names whom it answers (D26).
  await sheet
    .getByRole('listitem')
    .filter({ hasText: 'Sedikit saja.' })
    .last()
    .getByRole('button', { name: 'Balas' })
    .click();
  await send(sheet, 'Balas ke Kadai Uni Eli...', 'Dua porsi, ya.');
  await expect(sheet.getByText('@Kadai Uni Eli Dua porsi, ya.')).toBeVisible();
  await expect(thread.getByText('@Kadai Uni Eli Dua porsi, ya.')).toBeVisible();
  await expect(sellersPage.getByText('3 komentar')).toBeAttached();
  await sheet.getByRole('button', { name: 'Sembunyikan' }).click();
  await expect(sheet.getByText('Sedikit saja.')).toBeHidden();
});

test('a reply that was begun waits after a reload, and the keyboard stays closed', async ({ lapau, open }) => {
  const { post, seller, member } = await buildPeople(lapau);
  await buildComment(lapau, { post_id: post.id, user_id: seller.id });
  const page = await open(`/post/${post.id}`, member);
  const input = page.getByPlaceholder('Balas ke Kadai Uni Eli...');
  await page.getByRole('button', { name: 'Balas' }).tap();
  await expect(input).toBeFocused();
  await input.fill('Masih ada');
  await expect.poll(() => storedDrafts(page)).toContain('Masih ada');
  await page.reload();
  await expect(input).toHaveValue('Masih ada');
  await expect(input).not.toBeFocused();
  // The link gives way only while a person writes.
  await expect(page.getByRole('link', { name: 'Chat' })).toBeVisible();
});

test('a deleted comment leaves both open threads, and its replies go with it (D27)', async ({ lapau, open }) => {
  const people = await buildPeople(lapau);
  const { post, seller, member } = people;
  const { id } = await buildComment(lapau, { post_id: post.id, user_id: member.id, content: 'Pedas tidak, Uni?' });
  await buildComment(lapau, { post_id: post.id, user_id: seller.id, parent_id: id, content: 'Sedikit saja.' });
  const { page, thread, sheet } = await openThreads(open, people);
  await expect(thread.getByText('Pedas tidak, Uni?')).toBeVisible();
  await page.getByRole('button', { name: 'Komentar, 2 komentar' }).click();
  await sheet.getByRole('button', { name: 'Menu komentar Rina Wati' }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  const question = page.getByRole('alertdialog', { name: 'Hapus Komentar?' });
  await expect(question).toContainText(
    'Tindakan ini tidak dapat dibatalkan. Komentar Anda akan dihapus secara permanen.',
  );
  await question.getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByText('Komentar dihapus.')).toBeVisible();
  await expect(sheet.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await expect(thread.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();

  await send(sheet, 'Tulis komentar...', 'Besok masak lagi?');
  await expect(thread.getByText('Besok masak lagi?')).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lihat 1 komentar' })).toBeVisible();
});

test('the sheet leaves a fifth of the screen, loads as two rows, and closes by drag, back, button or Escape', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  for (let index = 0; index < 15; index += 1) await buildComment(lapau, { post_id: post.id, user_id: seller.id });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const release = await pauseCall(page, 'get_comments_for_post');
  const opener = page.getByRole('button', { name: 'Komentar, 15 komentar' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByRole('status').locator('> div')).toHaveCount(2);
  release();
  await expect(sheet.getByRole('listitem')).toHaveCount(15);
  // The sheet may still be on its way up.
  await expect
    .poll(async () => {
      const { y, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 };
      return y + height;
    })
    .toBeCloseTo(740, 0);
  const top = await sheet.boundingBox();
  expect(top?.height).toBeLessThanOrEqual(0.8 * 740);
  await expectAccessible(page);

  // The text in the input is kept when the sheet closes.
  await sheet.getByPlaceholder('Tulis komentar...').fill('Belum selesai');
  await page.goBack();
  await expect(sheet).toBeHidden();
  await opener.click();
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toHaveValue('Belum selesai');
  await sheet.getByRole('button', { name: 'Tutup' }).click();
  await expect(sheet).toBeHidden();
  await opener.click();
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await opener.click();
  await expect(sheet).toBeVisible();
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBeCloseTo(top?.y ?? 0, 0);
  await page.mouse.move(120, (top?.y ?? 0) + 30);
  await page.mouse.down();
  await page.mouse.move(120, 700, { steps: 8 });
  await page.mouse.up();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/nagari=/);
});

test('an admin’s comment has a badge, and a comment of invisible characters cannot be sent (D63)', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const member = await buildMember(lapau, { full_name: 'Rina Wati' });
  await buildComment(lapau, { post_id: post.id, user_id: member.id, content: 'Kapan buka?' });
  const page = await open(`/post/${post.id}`, await buildAdmin(lapau, { full_name: 'Novi' }));
  const thread = page.getByRole('region', { name: 'Komentar' });
  await expect(thread.getByText('Kapan buka?')).toBeVisible();
  await expect(thread.getByText('Admin', { exact: true })).toBeHidden();
  await thread.getByPlaceholder('Tulis komentar...').fill('\u200b\u2800');
  await expect(thread.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await thread.getByPlaceholder('Tulis komentar...').fill('Sebentar lagi.');
  const stored = page.waitForResponse(/add_comment/);
  await thread.getByRole('button', { name: 'Kirim' }).click();
  await expect(thread.getByText('Admin', { exact: true })).toHaveCount(1);
  await stored;
  await page.reload();
  await expect(thread.getByRole('list').getByText('Sebentar lagi.')).toBeVisible();
  await expect(thread.getByText('Admin', { exact: true })).toHaveCount(1);
});

for (const height of [740, 440]) {
  test(`one’s own new comment under a post is in view above the input, ${height} pixels high`, async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau);
    const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
    for (let index = 1; index <= 30; index += 1) {
      await buildComment(lapau, { post_id: post.id, content: `Komentar ke-${index}\nbaris kedua` });
    }
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    await expect(page.getByText('Komentar ke-1 baris kedua', { exact: true })).toBeVisible();
    const input = page.getByPlaceholder('Tulis komentar...');
    await input.focus();
    await page.setViewportSize({ width: 360, height });
    await input.fill('Punya saya\nbaris kedua');
    await page.getByRole('button', { name: 'Kirim' }).tap();
    const own = page.getByText('Punya saya');
    await expect(own).toBeVisible();
    await expect
      .poll(async () => {
        const [row, box] = await Promise.all([own.boundingBox(), input.boundingBox()]);
        return row && box && row.y > 45 && row.y + row.height < box.y;
      })
      .toBe(true);
  });
}
