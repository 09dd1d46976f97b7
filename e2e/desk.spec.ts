import type { NotificationType } from '@lapau/contract/notifications';
import type { Page } from '@playwright/test';
import {
  buildAdmin,
  buildConversation,
  buildMember,
  buildMessage,
  buildSeller,
} from '../server/src/testing/builders.ts';
import { jumpClock, trustClock } from '../server/src/testing/jumped-clock.ts';
import { expectAccessible } from './support/accessible.ts';
import { buildApplicationWithPhotos } from './support/applications.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { decide } from './support/decisions.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pengajuan', exact: true }).getByRole('listitem').filter({ hasText: name });
test('an admin looks at both photos of the oldest application and approves it, and the applicant sells', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const warung_name = unique('Dapua Uni Neti');
  await buildApplicationWithPhotos(lapau, member, { warung_name, created_at: hoursAgo(49) });
  const phone = await open('/profile', member);
  await expect(phone.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();
  const page = await open('/admin', await buildAdmin(lapau));
  await expect(page.getByRole('list', { name: 'Menunggu keputusan' })).toContainText('tertua 2 hari lalu');
  await page.getByRole('button', { name: /pengajuan/ }).click();
  const card = cardOf(page, warung_name);
  await expect(card).toBeInViewport();
  await expect(card.getByText('Lebih dari sehari')).toBeVisible();
  await expect(card.getByText(/^\d{1,2} \p{L}+ \d{4}, \d\d:\d\d WIB$/u)).toBeVisible();
  await expect(card.getByText(member.email)).toBeVisible();
  await expectAccessible(page);

  await card.getByRole('button', { name: /^Perbesar foto contoh menu/ }).click();
  const viewer = page.getByRole('dialog', { name: `Foto ${warung_name}` });
  await expect(viewer.getByRole('img', { name: `${warung_name}, foto 2 dari 2` })).toBeInViewport();
  await viewer.getByRole('button', { name: 'Tutup' }).click();

  await card.getByRole('button', { name: `Setujui ${warung_name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Setujui ${warung_name}?` });
  await expect(dialog.getByText(`Warung ${warung_name} dibuat untuk ${member.full_name}`)).toBeVisible();
  await decide(page, 'Setujui');
  await expectToast(page, `Pengajuan telah disetujui.${warung_name}`);
  await expect(card).toHaveCount(0);
  await expect(phone.getByRole('link', { name: 'Kelola Warung Saya' })).toBeVisible();
});

test('a rejection says why on the phone of the applicant, and taken back it leaves no trace (D31, D75)', async ({
  lapau,
  open,
}) => {
  const member = await buildMember(lapau);
  const warung_name = unique('Kadai Kawa');
  await buildApplicationWithPhotos(lapau, member, { warung_name, created_at: hoursAgo(50) });
  const phone = await open('/profile', member);
  const page = await open('/admin', await buildAdmin(lapau));
  const reject = async () => {
    await page.getByRole('button', { name: `Tolak ${warung_name}` }).click();
    await page.getByLabel('Yang perlu diperbaiki (opsional)').selectOption('Foto warung');
    await decide(page, 'Tolak', 'Data belum lengkap atau belum jelas.');
  };
  await reject();
  await page.getByRole('button', { name: 'Urungkan' }).click();
  await expectToast(page, 'Keputusan dibatalkan. Semua kembali seperti semula.');
  await expect(cardOf(page, warung_name)).toHaveCount(1);
  expect(await lapau.call('get_notifications', {}, member)).toEqual([]);
  await expect(phone.getByRole('button', { name: 'Pengajuan Sedang Ditinjau' })).toBeVisible();

  await reject();
  await expectToast(page, 'Pengajuan telah ditolak.');
  await expect(cardOf(page, warung_name)).toHaveCount(0);
  await expect(phone.getByText('Pengajuan Anda ditolak.')).toBeVisible();
  await expect(phone.getByText('Data belum lengkap atau belum jelas.')).toBeVisible();
  await expect(phone.getByText('Yang perlu diperbaiki: Foto warung')).toBeVisible();
});

test('of two admins with the same application open the second sees at once who has decided it (D75)', async ({
  lapau,
  open,
}) => {
  const warung_name = unique('Pondok Baung');
  await buildApplicationWithPhotos(lapau, await buildMember(lapau), { warung_name, created_at: hoursAgo(51) });
  const admin = await buildAdmin(lapau, { full_name: unique('Admin Cepat') });
  const first = await open('/admin', admin);
  const second = await open('/admin', await buildAdmin(lapau));
  await second.getByRole('button', { name: `Tolak ${warung_name}` }).click();
  await expect(second.getByText(`Pengajuan ${warung_name} ditolak.`)).toBeVisible();
  await expectAccessible(second);
  await first.getByRole('button', { name: `Setujui ${warung_name}` }).click();
  await decide(first, 'Setujui');
  const note = second.getByRole('dialog', { name: 'Sudah diputuskan' });
  await expect(note.getByText(`${admin.full_name} sudah menyetujui pengajuan ini.`)).toBeVisible();
  await note.getByRole('button', { name: 'Mengerti' }).click();
  await expect(cardOf(second, warung_name)).toHaveCount(0);
});

test('the figures have a chart with a table behind it, and what comes in shows without a reload', async ({
  lapau,
  open,
}) => {
  const page = await open('/admin', await buildAdmin(lapau));
  await expect(page.getByRole('link', { name: 'Pengguna', exact: true }).first()).toBeVisible();
  await expect(page.getByText('Pengunjung hari ini')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Pengunjung tiap hari selama 30 hari/ })).toBeVisible();
  await page.getByRole('button', { name: 'Postingan', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Postingan tiap hari selama 30 hari/ })).toBeVisible();
  await page.getByText('Lihat tabel').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
  const weeks = page.getByRole('region', { name: 'Tiap pekan' });
  await expect(weeks.getByText('Paling lama menunggu')).toBeVisible();
  await weeks.getByText('Lihat pekan lain').click();
  await expect(weeks.getByRole('table').getByRole('row')).toHaveCount(14);
  const file = page.waitForEvent('download');
  await weeks.getByRole('link', { name: 'Unduh CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^mingguan-.*\.csv$/);
  await expectAccessible(page);

  const applicant = await buildMember(lapau);
  const built = await buildApplicationWithPhotos(lapau, applicant, { status: 'rejected' });
  const fields = {
    warung_name: unique('Ampera Baru'),
    phone_number: built.phone_number,
    street: 'Jorong Lolo',
    nagari: 'Koto Lamo',
    kecamatan: 'Kapur IX',
    city: 'Lima Puluh Kota',
    province: 'Sumatera Barat',
    warung_avatar_url: built.warung_avatar_url,
    sample_menu_image_url: built.sample_menu_image_url,
  };
  await lapau.call('submit_application', fields, applicant);
  await expect(cardOf(page, fields.warung_name)).toHaveCount(1);
  await lapau.call(
    'toggle_user_suspension',
    { user_id_to_toggle: applicant.id, suspended: true },
    await buildAdmin(lapau),
  );
  await expect(cardOf(page, fields.warung_name).getByText(/^Pemohon sedang ditangguhkan/)).toBeVisible();
  await expect(page.getByRole('button', { name: `Setujui ${fields.warung_name}` })).toBeDisabled();
  await page.getByRole('link', { name: 'Buat postingan' }).click();
  await expect(page).toHaveURL('/admin/add-post');
});

test('many reports are one notification, of their number and the last reporter', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const reporter = await buildMember(lapau, { full_name: 'Reni Marlina' });
  const seller = await buildSeller(lapau);
  const { id: conversation_id } = await buildConversation(lapau, { user1_id: reporter.id, user2_id: seller.id });
  for (let count = 0; count < 3; count += 1) {
    const { id: message_id } = await buildMessage(lapau, { conversation_id, sender_id: seller.id });
    await lapau.call('report_message', { message_id, reason: 'Mengancam' }, reporter);
  }
  const page = await open('/notifications', admin);
  const list = page.getByRole('list', { name: 'Notifikasi' });
  await expect(list.getByText('3 laporan baru, terakhir dari Reni Marlina.')).toBeVisible();
  await expect(list.getByText(/laporan baru|melaporkan/)).toHaveCount(1);
});

test('what is told to admins leads to where it is decided', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const leads: Partial<Record<NotificationType, string>> = {
    new_user_signup: '/admin/users',
    new_seller_application: '/admin',
    items_waiting: '/admin',
    weekly_summary: '/admin',
    new_report: '/admin/reports',
    new_appeal: '/admin/reports?bagian=keberatan',
  };
  await lapau.db
    .insertInto('notifications')
    .values(Object.keys(leads).map((type) => ({ user_id: admin.id, type: type as NotificationType, content: type })))
    .execute();
  const page = await open('/notifications', admin);
  for (const [type, path] of Object.entries(leads)) {
    await page.getByRole('list', { name: 'Notifikasi' }).getByText(type).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
});

test.describe('what fails says so', () => {
  test.use({ expectedErrors: /400|409.*approve_seller_application/ });

  test('an approval that waits for the old stall’s deletion says what for, and the application stays', async ({
    lapau,
    open,
  }) => {
    const seller = await buildSeller(lapau);
    const warung_name = unique('Lapau Baru');
    await lapau.call('delete_warung_by_admin', { warung_id: seller.id }, await buildAdmin(lapau));
    await buildApplicationWithPhotos(lapau, seller, { warung_name, created_at: hoursAgo(53) });
    const page = await open('/admin', await buildAdmin(lapau));
    await page.getByRole('button', { name: `Setujui ${warung_name}` }).click();
    await decide(page, 'Setujui');
    const reason = 'Penghapusan warungnya masih bisa dibatalkan. Coba lagi setengah menit lagi.';
    await expectToast(page, `Gagal menyetujui: ${reason}`);
    await page.getByRole('button', { name: 'Batal' }).click();
    await expect(cardOf(page, warung_name)).toHaveCount(1);
  });

  test('loading and deciding', async ({ lapau, open }) => {
    const warung_name = unique('Sate Gagal');
    await buildApplicationWithPhotos(lapau, await buildMember(lapau), { warung_name, created_at: hoursAgo(52) });
    const detail = 'Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.';
    const page = await open('about:blank', await buildAdmin(lapau));
    for (const call of ['get_admin_stats', 'get_pending_applications'] as const) await failCall(page, call);
    await page.goto('/admin');
    await expect(page.getByText('Gagal memuat ringkasan.')).toBeVisible();
    await expect(page.getByText('Gagal memuat pengajuan.')).toBeVisible();
    for (const call of ['get_admin_stats', 'get_pending_applications'] as const) await restoreCall(page, call);
    await page.getByRole('button', { name: 'Coba lagi' }).last().click();
    await expect(cardOf(page, warung_name)).toHaveCount(1);
    await page.getByRole('button', { name: 'Coba lagi' }).click();
    await expect(page.getByRole('list', { name: 'Menunggu keputusan' })).toBeVisible();

    for (const call of ['approve_seller_application', 'reject_seller_application'] as const) await failCall(page, call);
    for (const [verb, text] of [
      ['Setujui', `Gagal menyetujui: ${detail}`],
      ['Tolak', `Gagal menolak: ${detail}`],
    ] as const) {
      await page.getByRole('button', { name: `${verb} ${warung_name}` }).click();
      await decide(page, verb, verb === 'Tolak' ? 'Penipuan.' : undefined);
      await expectToast(page, text);
      await page.getByRole('button', { name: 'Batal' }).click();
    }
    await expect(cardOf(page, warung_name)).toHaveCount(1);
  });
});

test('an admin reads that the server’s clock has jumped, and what waits for it, until it is trusted again', async ({
  lapau,
  open,
}) => {
  await jumpClock(lapau.db);
  try {
    const page = await open('/admin', await buildAdmin(lapau));
    const notice = page.getByRole('region', { name: 'Periksa tanggal dan jam server' });
    await expect(notice).toContainText('Penghapusan data lama menunggu sampai');
    await expect(notice.getByText(/\d{1,2} \p{L}+ \d{4}, \d\d\.\d\d WIB menurut jam server/u)).toBeVisible();
    await expectAccessible(page);
    await trustClock(lapau.db);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Menunggu keputusan' })).toBeVisible();
    await expect(notice).toBeHidden();
  } finally {
    await trustClock(lapau.db);
  }
});
