import { buildAdmin, buildMember } from '../server/src/testing/builders.ts';
import { startLapauProcess } from '../server/src/testing/stories.ts';
import { withoutBootData } from './support/boot.ts';
import { pauseCall } from './support/calls.ts';
import { expect, stretchTimers, test, toastTimer } from './support/story.ts';

test('signed out, every page leads to the login page, and back after signing in', async ({ open }) => {
  const page = await open('/');
  await expect(page).toHaveURL('/login');
  await page.goto('/my-warung/tambah-menu');
  await expect(page).toHaveURL('/login?next=%2Fmy-warung%2Ftambah-menu');
  await page.goto('/admin/add-post');
  await expect(page).toHaveURL('/unauthorized');
});

test('the privacy page is shown without signing in (D53)', async ({ open }) => {
  const page = await open('/privasi');
  await expect(page.getByRole('heading', { name: 'Kebijakan privasi' })).toBeVisible();
  await expect(page.getByText('Lokasi dan data kamera di dalam foto dihapus sebelum foto disimpan.')).toBeVisible();
  // The way back is at the head of the page, also for people who come from elsewhere.
  await expect(page.getByRole('button', { name: 'Kembali' })).toBeInViewport();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(page).toHaveURL('/login');
});

test('a member is redirected from the login page and may not open the admin pages', async ({ lapau, open }) => {
  const page = await open('/login', await buildMember(lapau));
  await expect(page).toHaveURL('/');
  await page.goto('/admin/add-post');
  await expect(page).toHaveURL('/unauthorized');
  await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeVisible();
  await page.getByRole('link', { name: 'Ke Feed' }).click();
  await expect(page).toHaveURL('/');
});

test('an admin opens the admin pages, and signs out by Keluar', async ({ lapau, open }) => {
  const page = await open('/admin/add-post', await buildAdmin(lapau));
  await expect(page.getByText('Admin Dashboard')).toBeVisible();
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test('an unknown address shows the page for it', async ({ lapau, open }) => {
  const page = await open('/tidak/ada', await buildMember(lapau));
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Ke Feed' }).click();
  await expect(page).toHaveURL('/');
});

test("'Memuat...' shows until the session is known", async ({ lapau, open }) => {
  const page = await open('/privasi', await buildMember(lapau));
  await withoutBootData(page);
  const release = await pauseCall(page, 'get_session');
  await page.goto('/profile');
  await expect(page.getByRole('status').filter({ hasText: 'Memuat...' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
});

test("only 'Memuat...' shows while a screen's code is being fetched", async ({ lapau, open }) => {
  const page = await open('/', await buildMember(lapau));
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/account-*.js', async (route) => {
    await code.promise;
    await route.fallback();
  });
  await page.goto('/profile');
  await expect(page.getByRole('status').filter({ hasText: 'Memuat...' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  code.resolve();
  await expect(page.getByRole('button', { name: 'Keluar', exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('robots.txt says what robots may read', async ({ page, lapau }) => {
  const answer = await page.request.get(`${lapau.url}/robots.txt`);
  expect(answer.headers()['content-type']).toMatch('text/plain');
  const rules = await answer.text();
  expect(rules).toMatch('User-agent: *\nAllow: /\n');
  expect(rules).toMatch('Disallow: /storage/');
  expect(rules).not.toMatch(/Disallow: \/(?:post|warungs|previews|login)/);
});

test('the printed link creates the first admin of a new Lapau, once', async ({ browser }) => {
  const lapau = await startLapauProcess();
  try {
    // The line that the server prints may arrive after the message that it has started.
    const printedLink = () => /\/login#admin=\S+(?=\s)/.exec(lapau.printed())?.[0];
    await expect.poll(printedLink).toBeDefined();
    const link = printedLink() ?? '';
    const page = await browser.newPage({ baseURL: lapau.url });
    await page.addInitScript(stretchTimers, toastTimer);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Buat admin pertama' })).toBeVisible();
    await page.getByLabel('Nama lengkap').fill('Buk Camat');
    await page.getByLabel('Email').fill('camat@lapau.test');
    await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
    await page.getByRole('button', { name: 'Buat akun admin' }).click();
    await expect(page.getByText('Akun admin berhasil dibuat.')).toBeVisible();
    await expect(page).toHaveURL('/admin');
    // The new Lapau has no post yet, and no filter that could be changed.
    await page.goto('/');
    await expect(page.getByText('Tidak ada postingan untuk ditampilkan.')).toBeVisible();
    await expect(page.getByText('Belum ada yang memasang makanan.')).toBeVisible();
    await expect(page.getByText('Coba ubah filter')).toBeHidden();
    await page.getByRole('link', { name: 'Buka Admin Dashboard' }).click();
    await expect(page).toHaveURL('/admin');
    const buyer = await browser.newPage({ baseURL: lapau.url });
    const [name = '', value = ''] = (await buildMember(lapau)).cookie.split('=', 2);
    await buyer.context().addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
    await buyer.goto('/');
    await expect(buyer.getByText('Belum ada yang memasang makanan.')).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'Daftar Jadi Penjual' })).toBeVisible();
    await page.goto('/');
    await page.getByRole('link', { name: 'Tambah' }).click();
    await expect(page).toHaveURL('/admin/add-post');

    const second = await browser.newPage({ baseURL: lapau.url });
    await second.addInitScript(stretchTimers, toastTimer);
    await second.goto(link);
    await second.getByLabel('Nama lengkap').fill('Orang Lain');
    await second.getByLabel('Email').fill('lain@lapau.test');
    await second.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
    await second.getByRole('button', { name: 'Buat akun admin' }).click();
    await expect(second.getByText('Admin pertama sudah ada.')).toBeVisible();
  } finally {
    await lapau.stop();
  }
});
