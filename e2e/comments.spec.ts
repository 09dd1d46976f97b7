import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { hold } from './support/answers.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test('a neighbour’s day: find, like, save, discuss, report; and the cook is told', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto'), full_name: 'Eli Marni' },
    warung: { name: 'Kadai Uni Eli' },
  });
  const images = [await storePhoto(lapau, seller)];
  const dish = unique('Gulai Baung');
  const post = await buildPost(lapau, { user_id: seller.id, images, food_name: dish });
  await buildPost(lapau, { user_id: seller.id, images, food_name: 'Sate' });
  const cook = await open(`/post/${post.id}`, seller);
  await expect(cook.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  const threadsAsked: unknown[] = [];
  cook.on(
    'request',
    (request) => request.url().endsWith('/get_comments_for_post') && threadsAsked.push(request.postDataJSON()),
  );
  const page = await open('/', await buildMember(lapau, { full_name: 'Rina Wati' }));

  await page.getByRole('combobox', { name: 'Nagari' }).selectOption(seller.nagari);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('searchbox').fill(dish);
  await expect(page.getByRole('article')).toHaveCount(1);
  const card = page.getByRole('article', { name: dish });
  await card.getByRole('button', { name: 'Suka, 0 suka' }).click();
  await expect(card.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'true');
  await expect(cook.getByRole('button', { name: 'Suka, 1 suka' })).toHaveAttribute('aria-pressed', 'false');
  // Nobody's data pays for a thread that a like has not changed.
  expect(threadsAsked).toEqual([]);
  await card.getByRole('button', { name: 'Simpan' }).click();
  await expect(card.getByRole('button', { name: 'Simpan' })).toHaveAttribute('aria-pressed', 'true');

  await card.getByRole('button', { name: 'Komentar, 0 komentar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await sheet.getByPlaceholder('Tulis komentar...').fill('   ');
  await expect(sheet.getByRole('button', { name: 'Kirim' })).toBeDisabled();
  await sheet.getByPlaceholder('Tulis komentar...').fill('Pedas tidak, Uni?');
  await sheet.getByRole('button', { name: 'Kirim' }).click();
  await expect(sheet.getByText('Pedas tidak, Uni?')).toBeVisible();

  // The cook has the post open, and answers.
  const thread = cook.getByRole('region', { name: 'Komentar' });
  await expect(thread.getByText('Pedas tidak, Uni?')).toBeVisible();
  await expect(thread.getByText('Rina Wati')).toBeVisible();
  await thread.getByRole('button', { name: 'Balas' }).click();
  await expect(thread.getByRole('button', { name: 'Batal' })).toBeVisible();
  await expect(thread.getByPlaceholder('Balas ke Rina Wati...')).toBeFocused();
  await thread.getByPlaceholder('Balas ke Rina Wati...').fill('Sedikit saja.');
  await thread.getByRole('button', { name: 'Kirim' }).click();
  await expect(thread.getByText('Sedikit saja.')).toBeVisible();

  // What is new is fetched, not the whole thread.
  const sent = lapau.db.selectFrom('post_comments').select('id').where('post_id', '=', post.id);
  const [first] = await sent.orderBy('created_at').execute();
  await expect.poll(() => threadsAsked.at(-1)).toMatchObject({ after: { id: first?.id } });

  await sheet.getByRole('button', { name: 'Lihat 1 balasan' }).click();
  await expect(sheet.getByText('Sedikit saja.')).toBeVisible();
  // A reply to the reply lies under the same comment and names whom it answers (D26).
  await sheet
    .getByRole('listitem')
    .filter({ hasText: 'Sedikit saja.' })
    .last()
    .getByRole('button', { name: 'Balas' })
    .click();
  await sheet.getByPlaceholder('Balas ke Kadai Uni Eli...').fill('Dua porsi, ya.');
  await sheet.getByRole('button', { name: 'Kirim' }).click();
  await expect(sheet.getByText('@Kadai Dua porsi, ya.')).toBeVisible();
  await expect(thread.getByText('@Kadai Dua porsi, ya.')).toBeVisible();
  await expect(cook.getByText('3 komentar')).toBeAttached();
  await sheet.getByRole('button', { name: 'Sembunyikan' }).click();
  await expect(sheet.getByText('Sedikit saja.')).toBeHidden();

  // Its author takes the question back: the replies go with it (D27), for everybody.
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
  await sheet.getByPlaceholder('Tulis komentar...').fill('Besok masak lagi?');
  await sheet.getByRole('button', { name: 'Kirim' }).click();
  await expect(thread.getByText('Besok masak lagi?')).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(card.getByRole('button', { name: 'Lihat semua 1 komentar' })).toBeVisible();

  await card.getByRole('button', { name: `Menu ${dish}` }).click();
  await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  const report = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  await report.getByLabel('Alasan').fill('Fotonya bukan masakan ini.');
  await report.getByRole('button', { name: 'Kirim Laporan' }).click();
  await expect(page.getByText('Laporan berhasil dikirim. Terima kasih atas masukan Anda.')).toBeVisible();
  await expect(report).toBeHidden();

  // What went with the question is told no more; nobody is told who reported.
  await cook.getByRole('link', { name: 'Notifikasi, 2 belum dibaca' }).click();
  await expect(cook.getByRole('list', { name: 'Notifikasi' }).getByRole('listitem')).toHaveText([
    /^Belum dibaca: Rina Wati mengomentari postingan Anda: Gulai Baung \w+\./,
    /^Belum dibaca: Rina Wati menyukai postingan Anda: Gulai Baung \w+\./,
  ]);
  await cook.getByRole('link', { name: /mengomentari/ }).click();
  await expect(cook).toHaveURL(`/post/${post.id}`);
  await expect(cook.getByText('Besok masak lagi?')).toBeVisible();
  await expect(cook.getByRole('link', { name: 'Notifikasi, 1 belum dibaca' })).toBeVisible();
  await cook.goBack();
  await expect(cook.getByRole('link', { name: /mengomentari/ })).not.toContainText('Belum dibaca');
});

test('the sheet leaves a fifth of the screen, loads in two rows, and goes by drag, back, button or Escape', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  for (let index = 0; index < 15; index += 1) await buildComment(lapau, { post_id: post.id, user_id: seller.id });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildMember(lapau));
  const letGo = await hold(page, 'get_comments_for_post');
  const opener = page.getByRole('button', { name: 'Komentar, 15 komentar' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByRole('status').locator('> div')).toHaveCount(2);
  letGo();
  await expect(sheet.getByRole('listitem')).toHaveCount(15);
  const top = await sheet.boundingBox();
  expect(top?.height).toBeLessThanOrEqual(0.8 * 740);
  expect((top?.y ?? 0) + (top?.height ?? 0)).toBeCloseTo(740, 0);
  await expectAccessible(page);

  // What is being written stays when the sheet goes.
  await sheet.getByPlaceholder('Tulis komentar...').fill('Belum selesai');
  await page.goBack();
  await expect(sheet).toBeHidden();
  await opener.click();
  await expect(sheet.getByPlaceholder('Tulis komentar...')).toHaveValue('Belum selesai');
  await sheet.getByRole('button', { name: 'Tutup' }).click();
  await expect(sheet).toBeHidden();
  await opener.click();
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

test('an admin’s comment carries a badge, and a comment needs something to read (D63)', async ({ lapau, open }) => {
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
  await thread.getByRole('button', { name: 'Kirim' }).click();
  await expect(thread.getByText('Admin', { exact: true })).toHaveCount(1);
  await page.reload();
  await expect(thread.getByText('Sebentar lagi.')).toBeVisible();
  await expect(thread.getByText('Admin', { exact: true })).toHaveCount(1);
});
