import type { OwnApplication } from '@lapau/contract/applications';
import type { FeedPost, MenuPost } from '@lapau/contract/posts';
import type { Page } from '@playwright/test';
import { drawDish } from '../../demo/src/pictures/draw.ts';
import { adminScreens } from './admin-screens.ts';
import { withoutBootData } from './boot.ts';
import { answerCall } from './calls.ts';
import { chatScreens } from './chat-screens.ts';
import { decidedScreens } from './decided-screens.ts';
import { deviceScreens } from './device-screens.ts';
import { waitForPreloadedCode } from './lazy-code.ts';
import { loginScreens } from './login-screens.ts';
import { choosePhotos } from './photos.ts';
import { dish, states } from './screen-states.ts';
import type { Screen } from './screen-states.ts';

const long = 'Rumah Makan Sederhana Pondok Bambu Lubuak Alai Permai Sejahtera Bersama Keluarga';

/** The id of the newest dish of the person who is signed in. */
async function ownDish(page: Page): Promise<string> {
  const response = await page.request.post('/rpc/get_my_menu', { data: {} });
  const [post] = (await response.json()) as MenuPost[];
  if (!post) throw new Error('The cook has no dish.');
  return post.id;
}

/** The latest application of the person who is signed in, with texts as long as they may be. */
const withApplication = (decision: Partial<OwnApplication>) => async (page: Page) => {
  await withoutBootData(page);
  const { images } = await dish(page);
  const application: OwnApplication = {
    id: crypto.randomUUID(),
    warung_name: long,
    warung_description: 'Buka sejak subuh.',
    warung_avatar_url: images[0] ?? '',
    sample_menu_image_url: images[0] ?? '',
    phone_number: '0810-0000-0011',
    street: 'Jorong Koto Tinggi',
    nagari: 'Muaro Paiti',
    kecamatan: 'Kapur IX',
    city: 'Kabupaten Lima Puluh Kota',
    province: 'Sumatera Barat',
    address: 'Jorong Koto Tinggi, Nagari Muaro Paiti, Kec. Kapur IX, Kabupaten Lima Puluh Kota, Sumatera Barat',
    created_at: '2026-11-21T05:00:00+00:00',
    status: 'pending',
    decided_at: null,
    rejection_reason: '',
    rejection_field: null,
    ...decision,
  };
  await answerCall(page, 'get_my_application', application);
};
const rejected = withApplication({
  status: 'rejected',
  decided_at: '2026-11-21T08:00:00+00:00',
  rejection_reason: 'Foto warungnya gelap. Ambil lagi di siang hari, dari depan.',
  rejection_field: 'warung_avatar_url',
});

/** Posts with names as long as they may be. */
async function withLongNames(page: Page): Promise<void> {
  await withoutBootData(page);
  await page.route('**/rpc/get_feed', async (route) => {
    const response = await route.fetch();
    const posts = (await response.json()) as FeedPost[];
    const named = posts.map((post) => ({
      ...post,
      foodName: `Gulai ${long}`,
      price: 'Mulai Rp 5.000 sampai Rp 150.000 menurut ukuran',
      warungName: long,
      nagari: 'Koto Lamo Muaro Paiti Sialang Durian Tinggi',
    }));
    await route.fulfill({ response, json: named });
  });
}

/** Types into the search box, on a phone with the keyboard open. */
const searchFor = (term: string) => async (page: Page) => {
  const width = page.viewportSize()?.width ?? 0;
  await page.getByRole('searchbox').focus();
  if (width < 500) await page.setViewportSize({ width, height: 440 });
  const searched = page.waitForResponse((response) => (response.request().postData() ?? '').includes(term));
  await page.getByRole('searchbox').fill(term);
  await searched;
};

const noPosts = 'Tidak ada postingan untuk ditampilkan.';

/** Opens a screen and brings it into its state. */
export async function openScreen(page: Page, { path, route = path, prepare, act, shows }: Screen): Promise<void> {
  await prepare?.(page);
  await page.goto(typeof route === 'string' ? route : await route(page));
  await waitForPictures(page);
  await act?.(page);
  await page.getByText(shows).first().waitFor();
  await waitForPictures(page);
}

/** Waits until the pictures on the screen are loaded. Older browsers do not load one that has been scrolled out of a list. */
const waitForPictures = (page: Page) =>
  page.waitForFunction(() => {
    const isSeen = (image: HTMLImageElement): boolean => {
      const { top, bottom } = image.getBoundingClientRect();
      for (let part = image.parentElement; part; part = part.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(part).overflowY)) continue;
        const list = part.getBoundingClientRect();
        if (bottom <= list.top || top >= list.bottom) return false;
      }
      return image.getClientRects().length > 0 && top <= window.innerHeight;
    };
    return [...document.images].every((image) => image.complete || !isSeen(image));
  });

/** Every screen; a route that is not among them fails every-screen.spec.ts. */
export const screens: Screen[] = [
  ...loginScreens,
  { name: 'privacy', path: '/privasi', shows: 'Kebijakan privasi' },
  { name: 'unauthorized', path: '/unauthorized', shows: 'Akses Ditolak' },
  { name: 'not-found', path: '*', route: '/tidak/ada', shows: 'Oops! Page not found' },
  ...states({
    name: 'feed',
    as: 'pembeli',
    path: '/',
    shows: /^Rp /,
    call: 'get_feed',
    empty: noPosts,
    failed: 'Gagal memuat feed.',
  }),
  { name: 'feed-long-names', as: 'pembeli', path: '/', prepare: withLongNames, shows: long },
  {
    name: 'feed-offline',
    as: 'pembeli',
    path: '/',
    act: async (page) => {
      // The preloaded code includes that of the bar.
      await waitForPreloadedCode(page);
      await page.context().setOffline(true);
    },
    // The bar's text goes on with the age of the data.
    shows: /^Tidak ada sinyal\. /,
  },
  { name: 'feed-search', as: 'pembeli', path: '/', act: searchFor('randang'), shows: /^Randang/ },
  ...states({
    name: 'foods',
    as: 'pembeli',
    path: '/foods',
    shows: /^Rp /,
    call: 'get_feed',
    empty: 'Belum ada makanan yang tersedia saat ini.',
    failed: 'Gagal memuat daftar makanan.',
  }),
  { name: 'foods-long-names', as: 'pembeli', path: '/foods', prepare: withLongNames, shows: long },
  { name: 'foods-search', as: 'pembeli', path: '/foods', act: searchFor('randang'), shows: /^Randang/ },
  ...states({
    name: 'post',
    as: 'pembeli',
    path: '/post/:postId',
    route: async (page) => `/post/${(await dish(page)).id}`,
    shows: 'WhatsApp',
    call: 'get_post_details',
    failed: 'Post tidak ditemukan atau terjadi kesalahan.',
  }),
  {
    name: 'post-viewer',
    as: 'pembeli',
    path: '/post/:postId',
    route: async (page) => `/post/${(await dish(page)).id}`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Perbesar/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
    shows: /^Foto /,
  },
  {
    name: 'comments',
    as: 'pembeli',
    path: '/',
    act: (page) =>
      page
        .getByRole('button', { name: /komentar/i })
        .first()
        .click(),
    shows: 'Balas',
  },
  ...states({
    name: 'warung-list',
    as: 'pembeli',
    path: '/warung',
    shows: 'Mak Itam',
    call: 'list_warungs',
    empty: 'Belum ada warung yang terdaftar.',
    failed: 'Gagal memuat daftar warung.',
  }),
  { name: 'warung-list-search', as: 'pembeli', path: '/warung', act: searchFor('itam'), shows: 'Mak Itam' },
  ...states({
    name: 'warung',
    as: 'pembeli',
    path: '/warungs/:id',
    route: async (page) => `/warungs/${(await dish(page)).userId}`,
    shows: 'WhatsApp',
    call: 'get_warung',
    failed: 'Gagal memuat data warung.',
  }),
  ...states({
    name: 'saved',
    as: 'pembeli',
    path: '/saved',
    shows: 'Postingan Tersimpan',
    call: 'get_saved_posts',
    failed: 'Gagal memuat postingan tersimpan.',
  }),
  ...states({
    name: 'notifications',
    as: 'penjual',
    path: '/notifications',
    shows: 'Notifikasi',
    call: 'get_notifications',
    empty: 'Tidak ada notifikasi baru.',
    failed: 'Gagal memuat notifikasi.',
  }),
  ...deviceScreens,
  ...decidedScreens,
  ...chatScreens,
  { name: 'about', as: 'pembeli', path: '/about', shows: 'Tentang' },
  { name: 'profile', as: 'pembeli', path: '/profile', shows: 'Keluar' },
  { name: 'profile-seller', as: 'penjual', path: '/profile', shows: 'Keluar' },
  ...states({
    name: 'my-warung',
    as: 'penjual',
    path: '/my-warung',
    shows: 'Ubah info',
    call: 'get_my_menu',
    empty: 'Warung ini belum punya menu.',
    failed: 'Gagal memuat menu.',
  }),
  {
    name: 'my-warung-price',
    as: 'penjual',
    path: '/my-warung',
    act: (page) =>
      page
        .getByRole('button', { name: /^Ubah harga/ })
        .first()
        .click(),
    shows: 'Simpan',
  },
  {
    name: 'my-warung-cook-again',
    as: 'penjual',
    path: '/my-warung',
    act: (page) => page.getByRole('button', { name: 'Masak lagi hari ini' }).click(),
    shows: 'Masak lagi (',
  },
  {
    name: 'my-warung-menu-today',
    as: 'penjual',
    path: '/my-warung',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu hari ini' }).click();
      await page.getByRole('img', { name: /^Gambar (?:menu|1)/ }).waitFor();
    },
    shows: 'Salin teks',
  },
  {
    name: 'my-warung-quick-replies',
    as: 'penjual',
    path: '/my-warung',
    act: (page) => page.getByRole('button', { name: 'Jawaban cepat' }).click(),
    shows: 'Tambah jawaban',
  },
  {
    name: 'my-warung-selecting',
    as: 'penjual',
    path: '/my-warung',
    act: (page) => page.getByRole('button', { name: 'Pilih', exact: true }).click(),
    shows: 'Tandai habis',
  },
  {
    name: 'my-warung-info',
    as: 'penjual',
    path: '/my-warung',
    act: (page) => page.getByRole('button', { name: 'Ubah info' }).click(),
    shows: 'Nomor WhatsApp',
  },
  {
    name: 'my-warung-none',
    as: 'penjual',
    path: '/my-warung',
    prepare: async (page) => {
      await withoutBootData(page);
      await answerCall(page, 'get_my_warung', null);
    },
    shows: 'Data warung tidak ditemukan. Silakan coba mendaftar ulang atau hubungi dukungan.',
  },
  {
    name: 'profile-pending',
    as: 'pembeli',
    path: '/profile',
    prepare: withApplication({}),
    shows: 'Pengajuan Sedang Ditinjau',
  },
  { name: 'profile-rejected', as: 'pembeli', path: '/profile', prepare: rejected, shows: 'Ajukan Ulang' },
  ...states({
    name: 'stats',
    as: 'penjual',
    path: '/my-warung/angka',
    shows: 'Tiap makanan',
    call: 'get_warung_stats',
    failed: 'Gagal memuat angka.',
  }),
  {
    name: 'poster',
    as: 'penjual',
    path: '/my-warung/poster',
    // The address is one of a village, as it is printed.
    prepare: (page) =>
      answerCall(page, 'get_my_warung_links', {
        url: 'https://lapau.example/warungs/0198a1c2-7d3e-7f40-8b21-5c9e1ab3cc9e',
        short_url: 'https://lapau.example/w/1ab3cc9e',
      }),
    shows: 'Unduh PDF',
  },
  {
    name: 'invite',
    as: 'pembeli',
    path: '/ajak',
    act: (page) => page.getByRole('img', { name: /^Undangan/ }).waitFor(),
    shows: 'Salin teks',
  },
  { name: 'become-seller', as: 'pembeli', path: '/become-seller', shows: 'Langkah 1 dari 3' },
  {
    name: 'become-seller-address',
    as: 'pembeli',
    path: '/become-seller',
    route: '/become-seller?langkah=2',
    shows: 'Langkah 2 dari 3',
  },
  {
    name: 'become-seller-photos',
    as: 'pembeli',
    path: '/become-seller',
    route: '/become-seller?langkah=3',
    shows: 'Langkah 3 dari 3',
  },
  {
    name: 'become-seller-pending',
    as: 'pembeli',
    path: '/become-seller',
    prepare: withApplication({}),
    shows: 'Pengajuan Sedang Ditinjau',
  },
  {
    name: 'become-seller-rejected',
    as: 'pembeli',
    path: '/become-seller',
    route: '/become-seller?langkah=3',
    prepare: rejected,
    shows: 'Pengajuan Anda ditolak.',
  },
  { name: 'add-menu', as: 'penjual', path: '/my-warung/tambah-menu', shows: 'Pilih foto' },
  {
    name: 'add-menu-filled',
    as: 'penjual',
    path: '/my-warung/tambah-menu',
    act: async (page) => {
      const photos = await Promise.all([0, 1].map((variant) => drawDish('Gulai Baung', variant)));
      await choosePhotos(page, ...photos.map((buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })));
      await page.getByLabel('Nama').fill('Gulai Baung');
      await page.getByLabel('Harga').fill('25000');
      await page.getByText('Terunggah', { exact: true }).nth(1).waitFor();
    },
    shows: 'Tampil sebagai Rp 25.000',
  },
  {
    name: 'add-menu-wrong',
    as: 'penjual',
    path: '/my-warung/tambah-menu',
    act: (page) => page.getByRole('button', { name: 'Posting' }).click(),
    shows: 'Foto harus diisi.',
  },
  {
    name: 'edit-post',
    as: 'penjual',
    path: '/my-warung/edit-post/:postId',
    route: async (page) => `/my-warung/edit-post/${await ownDish(page)}`,
    shows: 'Simpan',
  },
  ...adminScreens,
];
