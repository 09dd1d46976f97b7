import { buildAdmin, buildBanner, buildMember } from '../server/src/testing/builders.ts';
import { plainPicture, uploadTo } from '../server/src/testing/pictures.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// Settings apply to all stories of a worker: each story uses keys that no other one reads, and resets them.

test('title and credit change on open pages, and new pages have them from the start', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const set = (key_to_update: 'site_title' | 'footer_credit_text' | 'footer_credit_link', value_to_update: string) =>
    lapau.call('update_app_setting', { key_to_update, value_to_update }, admin);
  const page = await open('/profile', await buildMember(lapau));
  await expect(page).toHaveTitle('Profil · Lapau');
  try {
    await set('site_title', 'Lapau Kapur IX </title><script>alert(1)</script>');
    await set('footer_credit_text', 'Dibuat oleh pemuda nagari');
    await set('footer_credit_link', 'https://pemuda.example/');
    await expect(page).toHaveTitle('Profil · Lapau Kapur IX </title><script>alert(1)</script>');
    await expect(page.getByRole('link', { name: 'Dibuat oleh pemuda nagari' })).toHaveAttribute(
      'href',
      'https://pemuda.example/',
    );
    const other = await open('/login');
    await expect(other).toHaveTitle('Masuk · Lapau Kapur IX </title><script>alert(1)</script>');
  } finally {
    await set('site_title', '');
    await set('footer_credit_text', '');
    await set('footer_credit_link', '');
  }
  await expect(page).toHaveTitle('Profil · Lapau');
});

test('an announcement shows on open feeds, opens on a press, and does not show again after it was closed', async ({
  lapau,
  open,
}) => {
  const admin = await buildAdmin(lapau);
  const announce = (value_to_update: string) =>
    lapau.call('update_app_setting', { key_to_update: 'announcement_text', value_to_update }, admin);
  const page = await open('/', await buildMember(lapau));
  const card = page.getByRole('region', { name: 'Pengumuman' });
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(card).toBeHidden();
  try {
    await announce(`${unique('Gotong royong')} hari Minggu.\nBawa cangkul.`);
    await expect(card.getByText('Selamat Datang!')).toBeVisible();
    const opener = card.getByRole('button', { name: /Selamat Datang/ });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await opener.click();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await card.getByRole('button', { name: 'Tutup pengumuman' }).click();
    await expect(card).toBeHidden();
    await page.reload();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(card).toBeHidden();

    await announce(unique('Pasar pindah'));
    await expect(card.getByText('Pasar pindah')).toBeVisible();
  } finally {
    await announce('');
  }
  await expect(card).toBeHidden();
});

test('a banner shows on open feeds and opens its link in a new tab', async ({ lapau, open }) => {
  const admin = await buildAdmin(lapau);
  const page = await open('/', await buildMember(lapau));
  const name = crypto.randomUUID();
  const picture = await plainPicture(400, 100).png().toBuffer();
  const { body } = await uploadTo(lapau, `avatars/promo_banners/${name}`, picture, admin);
  const { id } = await buildBanner(lapau, { image_url: body.path, link_url: 'https://pasar.example/' });
  try {
    const banner = page.getByRole('link', { name: 'Buka promosi' });
    await expect(banner).toHaveAttribute('href', 'https://pasar.example/');
    await expect(banner).toHaveAttribute('rel', 'noopener noreferrer');
    const box = await banner.boundingBox();
    expect(box && box.width / box.height).toBeCloseTo(4, 1);
    await page.context().route('https://pasar.example/', (route) => route.fulfill({ body: 'Pasar' }));
    const tab = page.waitForEvent('popup');
    await banner.click();
    await expect((await tab).getByText('Pasar')).toBeVisible();
  } finally {
    await lapau.db.deleteFrom('promo_banners').where('id', '=', id).execute();
    // The banner is inactive in other stories: a direct change sends no signal, and the next banner's signal empties the cache.
    await buildBanner(lapau, { image_url: body.path, is_active: false });
  }
});
