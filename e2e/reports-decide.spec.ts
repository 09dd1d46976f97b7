import type { Locator, Page } from '@playwright/test';
import {
  buildAdmin,
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildReport,
  buildSeller,
  buildSession,
} from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const spam = 'Iklan atau kiriman yang berulang-ulang.';
const processed = 'Laporan telah diproses.';

/** A dish with a like and a comment that several people have reported. */
async function buildReported(lapau: Lapau, reasons: string[]) {
  const seller = await buildSeller(lapau, {
    profile: { nagari: unique('Koto') },
    warung: { name: unique('Lapau Mak Itam') },
  });
  const dish = unique('Gulai Baung');
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: dish,
    images: [await storePhoto(lapau, seller), await storePhoto(lapau, seller)],
  });
  const fan = await buildMember(lapau);
  await lapau.call('toggle_like', { post_id_to_toggle: post.id, liked: true }, fan);
  await buildComment(lapau, { post_id: post.id, user_id: fan.id });
  const reporters = [];
  for (const reason of reasons) {
    const reporter = await buildMember(lapau);
    await lapau.call('create_report', { reported_post_id: post.id, reason }, reporter);
    reporters.push(reporter);
  }
  return { seller, dish, post, fan, reporters };
}
const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Laporan' }).getByRole('listitem').filter({ hasText: title }).first();
const button = (card: Locator, name: string) => card.getByRole('button', { name, exact: true });

// An open page asks for what was deleted; the photos of some dishes are not stored.
test.use({ expectedErrors: /404.*(get_post_details|get_comments_for_post|storage)/ });

test.beforeEach(({ lapau }) => lapau.db.deleteFrom('reports').execute());

test('a dish is one card; deleted it leaves an open feed, an undo brings all back, and everybody hears the outcome', async ({
  lapau,
  open,
}) => {
  const reasons = ['Foto orang lain', 'Harganya salah', 'Bukan makanan', 'Sudah lama tutup'];
  const { seller, dish, fan, reporters } = await buildReported(lapau, reasons);
  const feed = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, fan);
  const article = feed.getByRole('article').filter({ hasText: dish });
  await expect(article).toBeVisible();
  const counts = ['Suka, 1 suka', 'Komentar, 1 komentar'].map((name) => article.getByRole('button', { name }));
  for (const count of counts) await expect(count).toBeVisible();
  const page = await open('/admin/reports', await buildAdmin(lapau));
  await expect(page.getByRole('heading', { name: 'Laporan Postingan Masuk' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Laporan (1)' })).toHaveAttribute('aria-pressed', 'true');
  const card = cardOf(page, dish);
  await expect(card).toContainText(`dari ${seller.warung.name}`);
  await expect(card.getByText('4 laporan')).toBeVisible();
  await expect(card.getByText(reporters[0]?.full_name ?? '')).toBeVisible();
  await expect(card.getByText('Sudah lama tutup')).toBeHidden();
  await button(card, 'Lihat 1 alasan lagi').click();
  await expect(card.getByText('Sudah lama tutup')).toBeVisible();
  await card.getByRole('button', { name: `Lihat foto 2 dari 2 ${dish}` }).click();
  await expect(page.getByRole('img', { name: `${dish}, foto 2 dari 2` })).toBeVisible();
  await page.getByRole('button', { name: 'Tutup' }).click();
  await expectAccessible(page);

  await button(card, 'Hapus').click();
  const question = page.getByRole('dialog', { name: `Hapus ${dish}?` });
  await expect(question).toContainText(
    `Postingan ${dish} dihapus. ${seller.warung.name} diberi tahu. 4 pelapor diberi tahu.`,
  );
  await expectAccessible(page);
  await decide(page, 'Hapus', spam);
  await expect(article).toBeHidden();
  // The story waits for nothing else, as the decision can be undone for ten seconds only.
  await page.getByRole('button', { name: 'Urungkan' }).click();
  await expect(card.getByText('4 laporan')).toBeVisible();
  await expect(article).toBeVisible();
  for (const count of counts) await expect(count).toBeVisible();
  const owner = await open('/notifications', seller);
  await expect(owner.getByText(/menyukai postingan Anda/)).toBeVisible();
  await expect(owner.getByText(/dihapus admin/)).toHaveCount(0);

  await button(card, 'Hapus').click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Alasan lain' }).check();
  await page.getByRole('dialog').getByLabel('Alasan lain', { exact: true }).last().fill('Foto milik warung lain.');
  await decide(page, 'Hapus');
  await expectToast(page, processed);
  await expect(page.getByText('Tidak ada laporan yang menunggu.')).toBeVisible();
  await expect(owner.getByText(`Postingan ${dish} dihapus admin: Foto milik warung lain.`)).toBeVisible();
  const reporter = await open('/notifications', reporters[3]);
  await reporter.getByRole('button', { name: /diterima, dan isinya dihapus/ }).click();
  await expect(reporter.getByRole('dialog', { name: 'Hasil laporan' })).toContainText(dish);
});

test('two admins at once: one decides, the other sees at once who, what and when (D75)', async ({ lapau, open }) => {
  const { dish, reporters } = await buildReported(lapau, ['Foto orang lain']);
  const [first, second] = [await buildAdmin(lapau), await buildAdmin(lapau)];
  const faster = await open('/admin/reports', first);
  const slower = await open('/admin/reports', second);
  await button(cardOf(slower, dish), 'Hapus').click();
  await expect(slower.getByRole('dialog', { name: `Hapus ${dish}?` })).toBeVisible();
  await button(cardOf(faster, dish), 'Abaikan').click();
  await expect(faster.getByRole('dialog')).toContainText('Tidak ada yang dihapus. Pelapor diberi tahu.');
  await decide(faster, 'Abaikan');
  await expectToast(faster, processed);
  const note = slower.getByRole('dialog', { name: 'Sudah diputuskan' });
  await expect(note).toContainText(`${first.full_name} sudah mengabaikan laporan tentang postingan ini.`);
  await expectAccessible(slower);
  await note.getByRole('button', { name: 'Mengerti' }).click();
  await expect(slower.getByText('Tidak ada laporan yang menunggu.')).toBeVisible();
  expect(await lapau.call('get_notifications', {}, reporters[0])).toMatchObject([{ type: 'report_outcome' }]);
});

test('a comment shows its words, a message its excerpt, which is audited with each reading (D54, D73)', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const reporter = await buildMember(lapau);
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const comment = await buildComment(lapau, { post_id: post.id, content: unique('Jual pulsa') });
  await lapau.call('report_comment', { reported_comment_id: comment.id, reason: 'Iklan' }, reporter);
  const chat = await buildConversation(lapau);
  const before = { conversation_id: chat.id, sender_id: chat.user2_id, content: 'Berapa harganya?' };
  await buildMessage(lapau, before);
  const message = await buildMessage(lapau, {
    conversation_id: chat.id,
    sender_id: chat.user1_id,
    content: 'Kirim uang dahulu.',
  });
  const partner = await buildSession(lapau, chat.user2_id);
  await lapau.call('report_message', { message_id: message.id, reason: 'Menipu' }, partner);

  const page = await open('/admin/reports', admin);
  await expect(cardOf(page, 'Komentar di').getByText(comment.content)).toBeVisible();
  const card = cardOf(page, 'Pesan pribadi');
  await expect(card.getByText('Kirim uang dahulu.')).toHaveCount(0);
  const readings = () =>
    lapau.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'get_message_report')
      .where('actor_id', '=', admin.id)
      .execute();
  expect(await readings()).toHaveLength(0);
  for (const count of [1, 2]) {
    await button(card, 'Baca pesan').click();
    const excerpt = page.getByRole('dialog', { name: 'Pesan yang dilaporkan' }).getByRole('listitem');
    await expect(excerpt).toHaveText([/Berapa harganya\?/, /Dilaporkan.*Kirim uang dahulu\./]);
    await expectAccessible(page);
    expect(await readings()).toHaveLength(count);
    await page.goBack();
    await expect(excerpt).toHaveCount(0);
  }
  await button(card, 'Hapus').click();
  await decide(page, 'Hapus', 'Penipuan.');
  await expectToast(page, processed);
  await button(cardOf(page, 'Komentar di'), 'Hapus').click();
  await decide(page, 'Hapus', spam);
  await expect(page.getByText('Tidak ada laporan yang menunggu.')).toBeVisible();
});

test('what waits for a day is marked, a deleted dish only answered, and one’s own left to others', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const seller = await buildSeller(lapau);
  const gone = await buildPost(lapau, { user_id: seller.id, food_name: unique('Sala Lauak') });
  await buildReport(lapau, { reported_post_id: gone.id, created_at: new Date(Date.now() - 25 * 3_600_000) });
  await lapau.call('delete_post', { post_id: gone.id }, seller);
  const images = [await storePhoto(lapau, admin)];
  const own = await buildPost(lapau, { user_id: admin.id, is_admin_post: true, food_name: unique('Alek'), images });
  await buildReport(lapau, { reported_post_id: own.id });
  const going = await buildPost(lapau, { user_id: seller.id, food_name: unique('Lopek') });
  await buildReport(lapau, { reported_post_id: going.id });
  const page = await open('/admin/reports', admin);
  const card = cardOf(page, gone.food_name);
  await expect(card.getByText('Lebih dari sehari')).toBeVisible();
  await expect(card.getByText('Sudah dihapus')).toBeVisible();
  await button(card, 'Benarkan').click();
  await expect(page.getByRole('dialog')).toContainText('Postingan itu sudah tidak ada. Pelapor diberi tahu.');
  await expect(page.getByRole('dialog').getByText('(untuk catatan)')).toBeVisible();
  await decide(page, 'Benarkan', spam);
  await expectToast(page, processed);
  await expect(cardOf(page, own.food_name).getByText(/Admin lain yang memutuskan/)).toBeVisible();
  await expect(button(cardOf(page, own.food_name), 'Hapus')).toHaveCount(0);

  // The cook deletes this dish while the list is open.
  const live = cardOf(page, going.food_name);
  await expect(button(live, 'Hapus')).toBeVisible();
  await lapau.call('delete_post', { post_id: going.id }, seller);
  await expect(live.getByText('Sudah dihapus')).toBeVisible();
  await expect(button(live, 'Benarkan')).toBeVisible();
  await expect(live.getByRole('link', { name: 'Lihat postingan' })).toHaveCount(0);
});

test('an admin deletes somebody’s post from its menu with a reason, and takes it back', async ({ lapau, open }) => {
  const { seller, dish, post } = await buildReported(lapau, ['Foto orang lain']);
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, await buildAdmin(lapau));
  const article = page.getByRole('article').filter({ hasText: dish });
  await article.getByRole('button', { name: `Menu ${dish}` }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  await decide(page, 'Hapus', spam);
  await expectToast(page, 'Postingan berhasil dihapus.');
  await expect(article).toBeHidden();
  const told = (await lapau.call('get_notifications', {}, seller)).filter(({ type }) => type === 'content_removed');
  expect(told.map(({ content }) => content)).toEqual([`Postingan ${dish} dihapus admin: ${spam}`]);
  await page.getByRole('button', { name: 'Urungkan' }).click();
  await expect(article).toBeVisible();

  // Deleting a dish on its own page leads back to where the admin was.
  await article.getByRole('link', { name: dish }).first().click();
  await expect(page).toHaveURL(`/post/${post.id}`);
  await page.getByRole('button', { name: `Menu ${dish}` }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  await decide(page, 'Hapus', spam);
  await expect(page).toHaveURL(/nagari=/);
  await expect(article).toBeHidden();
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400.*(get_pending_reports|handle_report|get_message_report)|404.*storage/ });
  const detail = 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.';

  test('loading, reading and deciding', async ({ lapau, open }) => {
    const { dish } = await buildReported(lapau, ['Foto orang lain']);
    const chat = await buildConversation(lapau);
    const message = await buildMessage(lapau, { conversation_id: chat.id, sender_id: chat.user1_id });
    const partner = await buildSession(lapau, chat.user2_id);
    await lapau.call('report_message', { message_id: message.id, reason: 'Menipu' }, partner);
    const page = await open('about:blank', await buildAdmin(lapau));
    await failCall(page, 'get_pending_reports');
    await page.goto('/admin/reports');
    await expect(page.getByText('Gagal memuat laporan.')).toBeVisible();
    await expectAccessible(page);
    await restoreCall(page, 'get_pending_reports');
    await page.getByRole('button', { name: 'Coba lagi' }).click();

    await failCall(page, 'get_message_report');
    await button(cardOf(page, 'Pesan pribadi'), 'Baca pesan').click();
    const excerpt = page.getByRole('dialog', { name: 'Pesan yang dilaporkan' });
    await expect(excerpt.getByText('Gagal memuat pesan.')).toBeVisible();
    await restoreCall(page, 'get_message_report');
    await excerpt.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(excerpt.getByRole('listitem')).toHaveCount(1);
    await page.goBack();

    await failCall(page, 'handle_report');
    await button(cardOf(page, dish), 'Abaikan').click();
    await decide(page, 'Abaikan');
    await expectToast(page, `Gagal memproses laporan: ${detail}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click();
    await expect(cardOf(page, dish)).toBeVisible();
  });
});
