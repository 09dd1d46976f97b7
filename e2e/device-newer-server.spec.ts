import { notificationTypes } from '@lapau/contract/notifications';
import type { Notification } from '@lapau/contract/notifications';
import type { Page } from '@playwright/test';
import {
  buildAdmin,
  buildAppeal,
  buildMember,
  buildPost,
  buildReport,
  buildSeller,
} from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { withoutBootData } from './support/boot.ts';
import { answerCall } from './support/calls.ts';
import { buildChat } from './support/chat.ts';
import { decide } from './support/decisions.ts';
import { answerAsLaterRelease, unknown } from './support/later-release.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// A page of this release whose server is of a later one: enumerated fields have values that the page does not know (D102).

test.use({ expectedErrors: /409 \(Conflict\)|404.*storage/ });

const items = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

test('an admin sees what is known of everything, and decides nothing that is not', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const person = await buildMember(lapau, { full_name: unique('Bu Ani') });
  const other = await buildMember(lapau);
  const seller = await buildSeller(lapau, { warung: { name: unique('Lapau'), is_suspended: true } });
  const dish = await buildPost(lapau, { food_name: unique('Gulai'), user_id: seller.id });
  await buildReport(lapau, { reported_post_id: dish.id });
  await buildAppeal(lapau);
  await buildApplicationWithPhotos(lapau, await buildMember(lapau));
  await lapau.db.deleteFrom('notifications').where('user_id', '=', admin.id).execute();
  await lapau.db
    .insertInto('notifications')
    .values(
      notificationTypes.map((type) => ({
        user_id: admin.id,
        type,
        // A message is told only while its sender can be seen.
        sender_id: type === 'new_message' ? other.id : null,
        content: 'Ada kabar baru.',
      })),
    )
    .execute();
  await lapau.call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: true }, admin);

  const page = await open('about:blank', admin);
  await withoutBootData(page);
  await answerAsLaterRelease(page, 'admin');

  await page.goto('/notifications');
  await expect(items(page, 'Notifikasi')).toHaveCount(notificationTypes.length);
  await expect(items(page, 'Notifikasi').first()).toContainText('Ada kabar baru.');
  await expect(items(page, 'Notifikasi').locator('svg.lucide-bell')).toHaveCount(notificationTypes.length);
  await items(page, 'Notifikasi').first().getByRole('button').tap();
  await expect(items(page, 'Notifikasi').filter({ hasText: 'Belum dibaca' })).toHaveCount(notificationTypes.length - 1);
  await expect(page).toHaveURL(/notifications$/);
  await expectAccessible(page);

  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Ringkasan' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Setujui / }).first()).toBeVisible();

  await page.goto('/admin/reports');
  const report = items(page, 'Laporan').filter({ hasText: dish.food_name });
  await expect(report).toContainText('Lainnya');
  await expect(report).toContainText('Ini baru dapat diputuskan setelah aplikasi diperbarui.');
  await expect(report.getByRole('button', { name: 'Abaikan' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/admin/reports?bagian=keberatan');
  const appeal = page.getByRole('listitem').filter({ hasText: 'Saya tidak menipu.' }).first();
  await expect(appeal).toContainText('Keputusan');
  await expect(appeal).toContainText('Ini baru dapat diputuskan setelah aplikasi diperbarui.');
  await expect(appeal.getByRole('button')).toHaveCount(0);

  await page.goto(`/admin/users?cari=${encodeURIComponent(person.full_name)}`);
  await expect(items(page, 'Pengguna').filter({ hasText: person.full_name })).toContainText('Lainnya');
  await page.getByRole('button', { name: `Tindakan untuk ${person.full_name}` }).tap();
  await expect(page.getByRole('menuitem', { name: /^Edit/ })).toBeDisabled();
  await expect(page.getByText('Dapat diubah setelah aplikasi diperbarui.')).toBeVisible();

  await page.goto(`/admin/warungs?cari=${encodeURIComponent(seller.warung.name)}`);
  await expect(page.getByRole('listitem').filter({ hasText: seller.warung.name })).toContainText('Lainnya');

  await page.goto('/admin/log');
  await expect(items(page, 'Tindakan').first()).toContainText(/ melakukan tindakan lain\./);

  await page.goto('/admin/settings');
  await expect(page.getByRole('textbox', { name: 'Tulisan kaki halaman' })).toBeVisible();
});

test('somebody of an unknown role uses the app as a buyer does', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.seller);
  await withoutBootData(page);
  await answerAsLaterRelease(page);
  await page.goto('/profile');
  await expect(page.getByText('Lainnya', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Postingan Tersimpan' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Kelola Warung Saya|Admin Dashboard|Tambah/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/chat/${chat.id}`);
  await expect(page.getByText('Pesan tidak dapat dikirim.')).toBeVisible();
  await page.goto('/my-warung/tambah-menu');
  await expect(page.getByText('Anda tidak memiliki izin untuk menambahkan postingan.')).toBeVisible();
  await page.goto('/admin');
  await expect(page).toHaveURL(/unauthorized/);
});

test('an application and an appeal of an unknown status have been sent, and are not sent again', async ({
  lapau,
  open,
}) => {
  const applicant = await buildMember(lapau);
  await buildApplicationWithPhotos(lapau, applicant);
  const page = await open('about:blank', applicant);
  await withoutBootData(page);
  await answerAsLaterRelease(page, 'pembeli');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Pengajuan Sudah Dikirim' })).toBeDisabled();
  await page.goto('/become-seller');
  await expect(page.getByRole('link', { name: 'Ke Feed' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  const removal: Notification = {
    id: crypto.randomUUID(),
    content: 'Komentar Anda dihapus admin: Penipuan.',
    created_at: new Date().toISOString(),
    is_read: true,
    post_id: null,
    type: 'content_removed',
    sender_id: null,
    comment_id: null,
    conversation_id: null,
    decision_id: crypto.randomUUID(),
    other_senders: 0,
    sender_name: null,
    sender_avatar_url: null,
    post_image_url: null,
  };
  await answerCall(page, 'get_notifications', [removal]);
  const appeal = { content: 'Bukan saya.', status: unknown, created_at: new Date().toISOString(), answer: '' };
  await answerCall(page, 'get_my_appeal', { appeal });
  await page.goto('/notifications');
  await page.getByRole('button', { name: /Komentar Anda dihapus admin/ }).tap();
  await expect(page.getByRole('dialog').getByText('Keberatan Anda sudah terkirim.')).toBeVisible();
});

test('an unknown decision of somebody else, and an unknown error, are told', async ({ lapau, open }) => {
  const dish = await buildPost(lapau, { food_name: unique('Gulai') });
  await buildReport(lapau, { reported_post_id: dish.id });
  const page = await open('about:blank', await buildAdmin(lapau));
  const answers: object[] = [
    {
      code: 'already_decided',
      message: 'Sudah diputuskan sebelum Anda.',
      current: {
        id: crypto.randomUUID(),
        subject_type: unknown,
        subject_id: dish.id,
        action: unknown,
        reason: '',
        decided_by: null,
        decided_by_name: 'Yulia Rahman',
        decided_at: new Date().toISOString(),
        version: 7,
        undo_until: new Date().toISOString(),
      },
    },
    { code: unknown, message: 'Kata dari server yang lebih baru.' },
  ];
  await page.route('**/rpc/handle_report', (route) => route.fulfill({ status: 409, json: answers.shift() }));
  await page.goto('/admin/reports');
  const ignore = items(page, 'Laporan').filter({ hasText: dish.food_name }).getByRole('button', { name: 'Abaikan' });
  await ignore.tap();
  await decide(page, 'Abaikan');
  await expect(page.getByRole('dialog')).toContainText('Yulia Rahman sudah memutuskan hal ini.');
  await page.goto('/admin/reports');
  await ignore.tap();
  await decide(page, 'Abaikan');
  await expectToast(page, 'Gagal memproses laporan: Kata dari server yang lebih baru.');
});

test('signals and messages of an unknown type on the socket are left alone, and the next known one counts', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const dish = await buildPost(lapau, { food_name: unique('Gulai'), user_id: seller.id });
  const page = await open('about:blank', await buildMember(lapau));
  const sent = Promise.withResolvers<void>();
  await page.routeWebSocket('**/realtime', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (!String(message).includes('"ready"')) return;
      const strange = [
        { type: unknown },
        { type: unknown, topic: 'feed', signal: null },
        ...['feed', `post:${dish.id}`, `later:${dish.id}`].map((topic) => ({
          type: 'signal',
          topic,
          signal: { type: unknown, post_id: dish.id, warung_id: seller.id, counts: { later: 1 }, unread: { later: 1 } },
        })),
      ];
      for (const one of strange) socket.send(JSON.stringify(one));
      sent.resolve();
    });
  });
  await page.goto(`/post/${dish.id}`);
  await sent.promise;
  await expect(page.getByRole('heading', { name: dish.food_name })).toBeVisible();
  const comment = { post_id_to_comment_on: dish.id, comment_content: 'Lamak bana!' };
  await lapau.call('add_comment', comment, await buildMember(lapau));
  await expect(page.getByText('Lamak bana!')).toBeVisible();
});
