import { errors } from '@lapau/contract/errors';
import type { Route } from '@playwright/test';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, pauseCall, restoreCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { deleteSessionCookie } from './support/session.ts';
import { loseSignal } from './support/signal.ts';
import { waitingChanges } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

async function onePost(lapau: Lapau) {
  const seller = await buildSeller(lapau);
  const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  return { seller, post };
}

const reportsOf = (lapau: Lapau, postId: string) =>
  lapau.db.selectFrom('reports').selectAll().where('reported_post_id', '=', postId).orderBy('created_at').execute();

const sent = 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.';

test('a post is reported with a reason, and not again while the report is open (D29)', async ({ lapau, open }) => {
  const { post } = await onePost(lapau);
  const member = await buildMember(lapau);
  const page = await open(`/post/${post.id}`, member);
  const openReport = async () => {
    await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
    await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  const send = dialog.getByRole('button', { name: 'Kirim Laporan' });
  await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Laporkan']);
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  await dialog.getByLabel('Alasan').fill('   ');
  await send.click();
  await expect(dialog.getByText('Alasan laporan tidak boleh kosong.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Alasan').fill('Harga salah');
  await expect(dialog.getByText('Alasan laporan tidak boleh kosong.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await expect(dialog).toBeHidden();
  // Closing clears the text.
  await openReport();
  await expect(dialog.getByLabel('Alasan')).toHaveValue('');
  await dialog.getByLabel('Alasan').fill('Foto orang lain');
  await send.click();
  await expect(page.getByText(sent)).toBeVisible();
  await expect(dialog).toBeHidden();
  await openReport();
  await dialog.getByLabel('Alasan').fill('Sekali lagi');
  await send.click();
  await expect(dialog).toBeHidden();
  expect(await reportsOf(lapau, post.id)).toMatchObject([
    {
      reporter_id: member.id,
      reason: 'Foto orang lain',
      snapshot_food_name: 'Gulai Baung',
      snapshot_images: post.images,
    },
  ]);
});

test('one’s own post cannot be reported, and comments can (D54)', async ({ lapau, open }) => {
  const { seller, post } = await onePost(lapau);
  const member = await buildMember(lapau, { full_name: 'Rina Wati' });
  const comment = await buildComment(lapau, { post_id: post.id, user_id: member.id, content: 'Beli pulsa murah!' });
  const page = await open(`/post/${post.id}`, seller);
  await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Postingan', /^Posting lagi/, 'Hapus']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu komentar Rina Wati' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Laporkan']);
  await page.getByRole('menuitem', { name: 'Laporkan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Laporkan Komentar' });
  await dialog.getByLabel('Alasan').fill('Iklan');
  await dialog.getByRole('button', { name: 'Kirim Laporan' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  expect(await reportsOf(lapau, post.id)).toMatchObject([
    { reporter_id: seller.id, reported_comment_id: comment.id, reason: 'Iklan', snapshot_comment: 'Beli pulsa murah!' },
  ]);

  // An admin deletes the comment of another person.
  const admin = await open(`/post/${post.id}`, await buildAdmin(lapau));
  await admin.getByRole('button', { name: 'Menu komentar Rina Wati' }).click();
  await expect(admin.getByRole('menuitem')).toHaveText(['Laporkan', 'Hapus']);
  await admin.getByRole('menuitem', { name: 'Hapus' }).click();
  const question = admin.getByRole('dialog', { name: 'Hapus Komentar?' });
  await expect(question).toContainText('Komentar di Gulai Baung dihapus. Rina Wati diberi tahu. Pelapor diberi tahu.');
  await decide(admin, 'Hapus', 'Iklan atau kiriman yang berulang-ulang.');
  await expectToast(admin, 'Komentar dihapus.');
  await expect(page.getByText('Beli pulsa murah!')).toBeHidden();
  await admin.getByRole('button', { name: 'Urungkan' }).click();
  await expect(page.getByText('Beli pulsa murah!')).toBeVisible();
});

test('a report that waits for the server says so, and goes on when its dialog is left', async ({ lapau, open }) => {
  const { post } = await onePost(lapau);
  const page = await open(`/post/${post.id}`, await buildMember(lapau));
  const release = await pauseCall(page, 'create_report');
  const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
  const start = async (reason: string) => {
    await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
    await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
    await dialog.getByLabel('Alasan').fill(reason);
  };
  await start('Foto orang lain');
  await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
  await expect(dialog.getByRole('button', { name: 'Belum ada jawaban...' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Batal' }).tap();
  await expect(dialog).toBeHidden();
  await start('Sedang diketik');
  release();
  await expectToast(page, 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
  await expect(dialog.getByLabel('Alasan')).toHaveValue('Sedang diketik');
});

test.describe('a report that is one too many', () => {
  test.use({ expectedErrors: /429.*create_report/ });

  test('says in its dialog when it is sent, and arrives though the dialog is left', async ({ lapau, open }) => {
    const { post } = await onePost(lapau);
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    const [status, message] = errors.too_many_reports;
    const refuse = (route: Route) =>
      route.fulfill({ status, headers: { 'retry-after': '600' }, json: { code: 'too_many_reports', message } });
    await page.route('**/rpc/create_report', refuse);
    await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
    await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
    await dialog.getByLabel('Alasan').fill('Foto orang lain');
    await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
    await expect(dialog.getByText('Laporan sudah banyak dan sedang ditinjau. Akan dikirim otomatis')).toBeVisible();
    await dialog.getByRole('button', { name: 'Batal' }).tap();
    await expect(dialog).toBeHidden();
    await restoreCall(page, 'create_report');
    await page.reload();
    await expect.poll(() => reportsOf(lapau, post.id)).toHaveLength(1);
  });
});

test.describe('a report that cannot be sent', () => {
  test.use({
    expectedErrors: /(400|401|422).*(create_report|get_session|get_feed|get_post_details|get_comments_for_post)/,
  });

  test('keeps the text; without a session it says so', async ({ lapau, open }) => {
    const { post } = await onePost(lapau);
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    await failCall(page, 'create_report');
    await page.getByRole('button', { name: 'Menu Gulai Baung' }).click();
    await page.getByRole('menuitem', { name: 'Laporkan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
    await dialog.getByLabel('Alasan').fill('Foto orang lain');
    const send = async () => {
      // The toast of the first time is still up at the second.
      const refused = page.waitForResponse('**/rpc/create_report');
      await dialog.getByRole('button', { name: 'Kirim Laporan' }).click();
      await refused;
      await expectToast(page, 'Gagal mengirim laporan.');
      await expect(dialog.getByLabel('Alasan')).toHaveValue('Foto orang lain');
    };
    await send();
    await send();
    await restoreCall(page, 'create_report');
    await deleteSessionCookie(page);
    await dialog.getByRole('button', { name: 'Kirim Laporan' }).click();
    await expectToast(page, 'Anda harus login untuk membuat laporan.');
    expect(await reportsOf(lapau, post.id)).toEqual([]);
  });

  test('says so when its dialog is closed before the answer, and gives the reason back', async ({ lapau, open }) => {
    const { post } = await onePost(lapau);
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    const [status, message] = errors.invalid_input;
    let refuse = () => {};
    const asked = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/rpc/create_report', async (route) => {
      await asked;
      await route.fulfill({ status, json: { code: 'invalid_input', message } });
    });
    const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
      await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
    };
    await openDialog();
    await dialog.getByLabel('Alasan').fill('Foto orang lain');
    await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
    await expect(dialog.getByRole('button', { name: 'Mengirim...' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Batal' }).tap();
    await expect(dialog).toBeHidden();
    refuse();
    await expectToast(page, 'Gagal mengirim laporan.');
    // What the dialog has waited for takes no toast back when the report has left the outbox.
    await expect.poll(() => waitingChanges(page)).not.toContain('Foto orang lain');
    await expectToast(page, 'Gagal mengirim laporan.');
    await openDialog();
    await expect(dialog.getByLabel('Alasan')).toHaveValue('Foto orang lain');
  });
});

test.describe('without signal', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket connection.*failed|400.*create_report/,
  });

  test('a report waits through a reload, arrives once, and one that is refused then gives its reason back', async ({
    lapau,
    open,
  }) => {
    const { post } = await onePost(lapau);
    const page = await open(`/post/${post.id}`, await buildMember(lapau));
    await untilKept(page, 'Gulai Baung');
    const dialog = page.getByRole('dialog', { name: 'Laporkan Postingan' });
    const report = async (reason: string) => {
      await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
      await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
      await dialog.getByLabel('Alasan').fill(reason);
      await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
      await expect(dialog.getByRole('button', { name: 'Menunggu sinyal...' })).toBeVisible();
    };
    const context = page.context();
    await loseSignal(page);
    await report('Foto orang lain');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Menu Gulai Baung' })).toBeVisible();
    await context.setOffline(false);
    await expectToast(page, sent);
    expect(await reportsOf(lapau, post.id)).toHaveLength(1);

    // A request that is sent while Playwright begins to intercept may slip past it: it begins before the network goes.
    await context.route('**/rpc/create_report', (route) => route.abort('internetdisconnected'));
    await loseSignal(page);
    await report('Harganya salah');
    await dialog.getByRole('button', { name: 'Batal' }).tap();
    await failCall(context, 'create_report');
    await context.setOffline(false);
    await expectToast(page, 'Gagal mengirim laporan.');
    await page.getByRole('button', { name: 'Menu Gulai Baung' }).tap();
    await page.getByRole('menuitem', { name: 'Laporkan' }).tap();
    await expect(dialog.getByLabel('Alasan')).toHaveValue('Harganya salah');
  });
});
