import type { PendingAppeal } from '@lapau/contract/appeals';
import type { CallOutput } from '@lapau/contract/calls';
import { daysUntil } from '@lapau/contract/day';
import { settingKeys } from '@lapau/contract/settings';
import { answerCall, failCall } from './calls.ts';
import { dish, states } from './screen-states.ts';
import type { Screen } from './screen-states.ts';

/** An appeal with texts as long as they may be. */
const appeal: PendingAppeal = {
  id: crypto.randomUUID(),
  created_at: '2026-11-20T05:00:00+00:00',
  content:
    'Saya tidak pernah memasang foto itu. HP saya hilang di pasar hari Jumat, dan orang lain yang memakainya. '.repeat(
      4,
    ),
  user_id: crypto.randomUUID(),
  full_name: 'Kadai Kopi Tigo Tungku Sajarangan Nan Lamo Muaro Paiti',
  decision: {
    id: crypto.randomUUID(),
    subject_type: 'user',
    subject_id: crypto.randomUUID(),
    action: 'suspend',
    reason: 'Iklan atau kiriman yang berulang-ulang.',
    decided_by: crypto.randomUUID(),
    decided_by_name: 'Yulia Rahman',
    decided_at: '2026-11-19T05:00:00+00:00',
    version: 7,
    undo_until: '2026-11-19T05:00:10+00:00',
  },
  is_by_me: true,
  is_own: false,
  version: 0,
};

const nothing = { count: 0, oldest_at: null };

/** The figures of a village in which the first admin has just signed in. */
const firstEvening: CallOutput<'get_admin_stats'> = {
  total_users: 1,
  total_sellers: 0,
  daily_visitors: 1,
  days: daysUntil('2026-11-21', 30).map((day) => ({ day, visitors: 0, posts: 0, opened: 0, signed_up: 0 })),
  default_settings: [...settingKeys],
  waiting: { applications: nothing, reports: nothing, appeals: nothing },
  deletion_waits_until: null,
};

/** The screens of the admin's desk. */
export const adminScreens: Screen[] = [
  ...states({
    name: 'admin',
    as: 'admin',
    path: '/admin',
    shows: 'Setujui',
    call: 'get_pending_applications',
    empty: 'Tidak ada pengajuan yang menunggu.',
    failed: 'Gagal memuat pengajuan.',
  }),
  {
    name: 'admin-first-evening',
    as: 'admin',
    path: '/admin',
    prepare: async (page) => {
      await answerCall(page, 'get_pending_applications', []);
      await answerCall(page, 'get_admin_stats', firstEvening);
    },
    shows: 'Ajak warung yang pertama',
  },
  {
    name: 'admin-figures-error',
    as: 'admin',
    path: '/admin',
    prepare: (page) => failCall(page, 'get_admin_stats'),
    shows: 'Gagal memuat ringkasan.',
  },
  {
    name: 'admin-reject',
    as: 'admin',
    path: '/admin',
    act: (page) =>
      page
        .getByRole('button', { name: /^Tolak / })
        .first()
        .click(),
    shows: /^Pengajuan .* ditolak\./,
  },
  ...states({
    name: 'admin-reports',
    as: 'admin',
    path: '/admin/reports',
    shows: 'Abaikan',
    call: 'get_pending_reports',
    empty: 'Tidak ada laporan yang menunggu.',
    failed: 'Gagal memuat laporan.',
  }),
  {
    name: 'admin-reports-question',
    as: 'admin',
    path: '/admin/reports',
    act: (page) => page.getByRole('button', { name: 'Hapus', exact: true }).first().click(),
    shows: 'Alasan lain',
  },
  ...states({
    name: 'admin-appeals',
    as: 'admin',
    path: '/admin/reports',
    route: '/admin/reports?bagian=keberatan',
    prepare: (page) => answerCall(page, 'get_pending_appeals', [appeal]),
    shows: 'Terima',
    call: 'get_pending_appeals',
    empty: 'Tidak ada keberatan yang menunggu.',
    failed: 'Gagal memuat keberatan.',
  }),
  ...states({
    name: 'admin-users',
    as: 'admin',
    path: '/admin/users',
    shows: /sejak /,
    call: 'get_all_users_with_profiles',
    empty: 'Tidak ada pengguna yang cocok.',
    failed: /Gagal memuat data pengguna/,
  }),
  {
    name: 'admin-users-recovery-code',
    as: 'admin',
    path: '/admin/users',
    route: '/admin/users?peran=pembeli',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Tindakan untuk/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Kode pemulihan' }).click();
      await page.getByRole('button', { name: 'Buat kode' }).click();
    },
    shows: 'Salin kode',
  },
  {
    name: 'admin-users-suspend',
    as: 'admin',
    path: '/admin/users',
    route: '/admin/users?cari=Siti',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Tindakan untuk .*Siti/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Tangguhkan' }).click();
      await page.getByRole('radio', { name: 'Alasan lain' }).check();
    },
    shows: /langsung keluar/,
  },
  ...states({
    name: 'admin-warungs',
    as: 'admin',
    path: '/admin/warungs',
    shows: 'Kelola menu',
    call: 'get_all_warungs_with_owner_info',
    empty: 'Belum ada warung yang terdaftar.',
    failed: 'Gagal memuat daftar warung.',
  }),
  ...states({
    name: 'admin-warung-menu',
    as: 'admin',
    path: '/admin/warungs/:warungId/menu',
    route: async (page) => `/admin/warungs/${(await dish(page)).userId}/menu`,
    shows: 'Tersedia',
    call: 'get_warung_menu_by_admin',
    empty: 'Warung ini belum punya menu.',
    failed: 'Gagal memuat menu.',
  }),
  {
    name: 'admin-add-menu',
    as: 'admin',
    path: '/admin/warungs/:warungId/add-menu',
    route: async (page) => `/admin/warungs/${(await dish(page)).userId}/add-menu`,
    shows: 'Harga (opsional)',
  },
  ...states({
    name: 'promotions',
    as: 'admin',
    path: '/admin/promotions',
    shows: 'Sedang tampil',
    call: 'get_banners',
    empty: 'Belum ada banner.',
    failed: 'Gagal memuat data banner.',
  }),
  {
    name: 'promotions-new',
    as: 'admin',
    path: '/admin/promotions',
    act: (page) => page.getByRole('button', { name: 'Tambah banner' }).click(),
    shows: 'Mulai tampil (WIB, opsional)',
  },
  { name: 'settings', as: 'admin', path: '/admin/settings', shows: 'Pratinjau pengumuman' },
  ...states({
    name: 'spellings',
    as: 'admin',
    path: '/admin/spellings',
    shows: /rendang, randang/,
    call: 'get_spellings',
    empty: 'Belum ada ejaan.',
    failed: 'Gagal memuat ejaan.',
  }),
  ...states({
    name: 'admin-log',
    as: 'admin',
    path: '/admin/log',
    prepare: async (page) => {
      await page.request.post('/rpc/update_app_setting', {
        data: { key_to_update: 'footer_credit_text', value_to_update: 'Dibuat di nagari' },
      });
    },
    shows: /mengubah pengaturan Tulisan kaki halaman/,
    call: 'get_audit_log',
    empty: 'Belum ada tindakan.',
    failed: 'Gagal memuat catatan tindakan.',
  }),
  { name: 'add-admin-post', as: 'admin', path: '/admin/add-post', shows: 'Tautan (opsional)' },
];
