import type { CallOutput } from '@lapau/contract/calls';
import type { Locator, Page } from '@playwright/test';
import { pressMessage } from '../support/chat.ts';
import { choosePhotos, smallPhoto } from '../support/photos.ts';
import type { Screen } from '../support/screen-states.ts';
import { dish } from '../support/screen-states.ts';

const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Opens a menu and one of its items. */
const choose = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
};

const pressing = (name: string | RegExp) => (page: Page) => press(page, name);

const post = {
  as: 'pembeli',
  path: '/post/:postId',
  route: async (page: Page) => `/post/${(await dish(page)).id}`,
} as const;
const profile = { as: 'pembeli', path: '/profile' } as const;
const ownStall = { as: 'penjual', path: '/my-warung' } as const;
const people = { as: 'admin', path: '/admin/users', route: '/admin/users?cari=Siti' } as const;
const stalls = { as: 'admin', path: '/admin/warungs' } as const;
const reports = { as: 'admin', path: '/admin/reports' } as const;

async function saveStallElsewhere(page: Page): Promise<void> {
  const response = await page.request.post('/rpc/get_my_warung', { data: {} });
  const { name, address, phone_number, whatsapp_number, closes_nightly, version } =
    (await response.json()) as NonNullable<CallOutput<'get_my_warung'>>;
  const bio = 'Ditulis di telepon lain. '.repeat(10);
  const data = { name, address, phone_number, whatsapp_number, closes_nightly, version, bio };
  await page.request.post('/rpc/update_my_warung', { data });
}

/** The conversation of the village. */
const chat = (act: (page: Page) => Promise<void>) => ({
  as: 'pembeli' as const,
  path: '/conversations' as const,
  act: async (page: Page) => {
    await page
      .getByRole('link', { name: /Mak Itam/ })
      .first()
      .click();
    await page.getByText('Ya', { exact: true }).waitFor();
    await act(page);
  },
});

const chooseOfMessage = (text: string, item: string) => async (page: Page) => {
  await pressMessage(page, text);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Sheets, dialogs, questions and menus that no screen of support/screens.ts has open. */
export const overlays: Screen[] = [
  { name: 'post-menu', ...post, act: pressing(/^Menu /), shows: 'Laporkan' },
  { name: 'post-report', ...post, act: choose(/^Menu /, 'Laporkan'), shows: 'Laporkan Postingan' },
  { name: 'comment-menu', ...post, act: pressing(/^Menu komentar Admin/), shows: 'Laporkan' },
  { name: 'comment-report', ...post, act: choose(/^Menu komentar Admin/, 'Laporkan'), shows: 'Laporkan Komentar' },
  { name: 'comment-delete', ...post, act: choose(/^Menu komentar Siti/, 'Hapus'), shows: 'Hapus Komentar?' },
  { name: 'photo', ...profile, act: pressing('Ganti foto'), shows: 'Foto profil' },
  {
    name: 'photo-cropped',
    ...profile,
    act: async (page) => {
      await press(page, 'Ganti foto');
      await choosePhotos(page, await smallPhoto());
      await page.getByRole('slider', { name: 'Perbesar' }).waitFor();
    },
    shows: 'Seret foto untuk menggesernya.',
  },
  {
    name: 'draft-discard',
    as: 'penjual',
    path: '/my-warung/tambah-menu',
    act: async (page) => {
      await page.getByLabel('Nama').fill('Gulai');
      await press(page, 'Hapus draf');
    },
    shows: 'Hapus Draf?',
  },
  { name: 'password', ...profile, act: pressing('Ubah kata sandi'), shows: 'Kata sandi lama' },
  { name: 'account-delete', ...profile, act: pressing('Hapus akun'), shows: 'Hapus akun?' },
  {
    name: 'notifications-delete',
    as: 'penjual',
    path: '/notifications',
    act: pressing('Hapus Semua Notifikasi'),
    shows: 'Hapus Semua Notifikasi?',
  },
  { name: 'chat-menu', ...chat(pressing('Menu percakapan')), shows: 'Blokir' },
  { name: 'chat-block', ...chat(choose('Menu percakapan', 'Blokir')), shows: /^Blokir .*\?$/ },
  { name: 'message-menu', ...chat((page) => pressMessage(page, 'Ya')), shows: 'Salin' },
  { name: 'message-report', ...chat(chooseOfMessage('Ya', 'Laporkan pesan')), shows: 'Laporkan Pesan' },
  {
    name: 'message-delete',
    ...chat(chooseOfMessage('Masih ada? Saya mau tiga bungkus untuk nanti sore.', 'Hapus')),
    shows: 'Hapus Pesan?',
  },
  { name: 'quick-replies', ...ownStall, act: pressing('Jawaban cepat'), shows: 'Jawaban 3' },
  { name: 'stall-photo', ...ownStall, act: pressing('Ganti foto warung'), shows: 'Foto warung' },
  { name: 'menu-today', ...ownStall, act: pressing('Menu hari ini'), shows: 'Cantumkan nomor saya' },
  {
    name: 'menu-copy',
    ...ownStall,
    act: async (page) => {
      await press(page, 'Menu hari ini');
      await press(page, 'Salin teks');
    },
    shows: /^Salin menu|Menu disalin/,
  },
  {
    name: 'stall-info-changed',
    ...ownStall,
    act: async (page) => {
      await press(page, 'Ubah info');
      await page.getByLabel('Deskripsi').fill('Ditulis di telepon ini. '.repeat(10));
      await saveStallElsewhere(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).tap();
    },
    shows: 'Data sudah berubah',
  },
  { name: 'dish-menu', ...ownStall, act: pressing(/^Menu Gulai Baung/), shows: 'Hapus' },
  { name: 'dish-delete', ...ownStall, act: choose(/^Menu Gulai Baung/, 'Hapus'), shows: /^Hapus Gulai Baung\?/ },
  { name: 'person-menu', ...people, act: pressing(/^Tindakan untuk Siti/), shows: /^Tangguhkan/ },
  { name: 'person-edit', ...people, act: choose(/^Tindakan untuk Siti/, 'Edit'), shows: 'Edit pengguna' },
  { name: 'stall-menu', ...stalls, act: pressing(/^Tindakan untuk/), shows: 'Edit' },
  { name: 'stall-edit', ...stalls, act: choose(/^Tindakan untuk/, 'Edit'), shows: 'Edit warung' },
  {
    name: 'stall-dish-edit',
    as: 'admin',
    path: '/admin/warungs/:warungId/menu',
    route: async (page) => `/admin/warungs/${(await dish(page)).userId}/menu`,
    act: pressing(/^Edit /),
    shows: 'Edit Menu',
  },
  {
    name: 'stall-dish-delete',
    as: 'admin',
    path: '/admin/warungs/:warungId/menu',
    route: async (page) => `/admin/warungs/${(await dish(page)).userId}/menu`,
    act: pressing(/^Hapus /),
    shows: 'Alasan lain',
  },
  { name: 'application-approve', as: 'admin', path: '/admin', act: pressing(/^Setujui/), shows: /^Setujui .*\?/ },
  { name: 'message-excerpt', ...reports, act: pressing('Baca pesan'), shows: 'Pesan yang dilaporkan' },
  { name: 'banner-edit', as: 'admin', path: '/admin/promotions', act: pressing('Edit'), shows: 'Edit banner' },
  { name: 'banner-delete', as: 'admin', path: '/admin/promotions', act: pressing('Hapus'), shows: 'Hapus banner?' },
  {
    name: 'spelling-delete',
    as: 'admin',
    path: '/admin/spellings',
    act: pressing(/^Hapus /),
    shows: 'Hapus ejaan ini?',
  },
  { name: 'application-photo', as: 'admin', path: '/admin', act: pressing(/^Perbesar/), shows: /^Foto / },
  { name: 'report-photo', ...reports, act: pressing(/^Lihat foto/), shows: /^Foto / },
];
