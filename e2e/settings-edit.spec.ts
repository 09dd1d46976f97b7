import { rm, writeFile } from 'node:fs/promises';
import type { SettingKey } from '@lapau/contract/settings';
import type { Locator, Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { plainPicture } from '../server/src/testing/pictures.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { withoutBootData } from './support/boot.ts';
import { failCall } from './support/calls.ts';
import { smallPhoto, storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';

// Settings apply to all stories of a worker: each story resets what it has changed.
const reset = async (lapau: Lapau, keys: SettingKey[]) => {
  const admin = await buildAdmin(lapau);
  for (const key_to_update of keys)
    await lapau.call('update_app_setting', { key_to_update, value_to_update: '' }, admin);
};

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expectToast(page, 'Pengaturan berhasil disimpan!');
};

const chooseFile = async (
  page: Page,
  label: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
) => {
  const chooser = page.waitForEvent('filechooser');
  const button = page.getByRole('button', { name: `Pilih gambar: ${label}` });
  await button.click();
  await (await chooser).setFiles(file);
  await expect(button).not.toHaveAttribute('aria-busy');
};

test.describe('an admin changes settings on the phone, and everybody sees it', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('title, credit, announcement and the texts of the about page', async ({ lapau, open }) => {
    try {
      const about = await open('/about', await buildMember(lapau));
      const page = await open('/admin/settings', await buildAdmin(lapau));
      await expect(
        page.getByRole('navigation', { name: 'Navigasi admin' }).or(page.getByText('Pengaturan')),
      ).not.toHaveCount(0);
      await expectAccessible(page);
      await page.getByLabel('Nama aplikasi').fill('Lapau Kapur');
      await page.getByLabel('Tulisan kaki halaman').fill('Dibuat pemuda');
      await page.getByLabel('Tautan kaki halaman').fill('https://pemuda.example/');
      await page.getByLabel('Judul pengumuman').fill('Alek nagari');
      await page.getByLabel('Isi pengumuman').fill('Gotong royong Minggu.');
      await expect(page.getByRole('button', { name: /Alek nagari.*Gotong royong Minggu\./ })).toBeVisible();
      await page.getByLabel('Tentang aplikasi').fill('Tentang yang baru.');
      await page.getByLabel('Misi').fill('Misi yang baru.');
      await page.getByLabel('Fitur').fill('Fitur satu\nFitur dua');
      await page.getByLabel('Kontak').fill('WhatsApp: 0812-3456-7890');
      await save(page);

      await expect(about).toHaveTitle('Tentang · Lapau Kapur');
      await expect(about.getByRole('link', { name: 'Dibuat pemuda' })).toHaveAttribute(
        'href',
        'https://pemuda.example/',
      );
      for (const text of [
        'Alek nagari',
        'Gotong royong Minggu.',
        'Tentang yang baru.',
        'Misi yang baru.',
        'Fitur dua',
        '0812-3456-7890',
      ]) {
        await expect(about.getByText(text)).toBeVisible();
      }
    } finally {
      await reset(lapau, [
        'site_title',
        'footer_credit_text',
        'footer_credit_link',
        'announcement_title',
        'announcement_text',
        'about_text',
        'mission_text',
        'features_text',
        'contact_info',
      ]);
    }
  });

  test('logo, favicon and the picture of the announcement, with a preview before they are saved', async ({
    lapau,
    open,
  }) => {
    try {
      const feed = await open('/', await buildMember(lapau));
      const page = await open('/admin/settings', await buildAdmin(lapau));
      const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await plainPicture(200, 60).png().toBuffer() };
      await chooseFile(page, 'Logo', logo);
      await expect(page.getByRole('group', { name: 'Logo' }).getByRole('img')).toHaveAttribute('src', /^blob:/);
      const icon =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>';
      await chooseFile(page, 'Ikon tab (favicon)', {
        name: 'ikon.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(icon),
      });
      await chooseFile(page, 'Gambar pengumuman', await smallPhoto());
      await page.getByLabel('Isi pengumuman').fill('Pasar pindah ke lapangan.');
      await save(page);

      await expect(feed.getByRole('link', { name: 'Lapau', exact: true }).getByRole('img')).toHaveAttribute(
        'src',
        /^\/storage\/avatars\/public\/logo\.png\?t=/,
      );
      await expect(feed.locator('link[rel="icon"]')).toHaveAttribute('href', /public\/favicon\.svg\?t=/);
      // The announcement folds again when another of its settings arrives.
      await expect(async () => {
        await feed.getByRole('button', { name: /Pasar pindah/ }).click({ timeout: 1_000 });
        const picture = feed.getByRole('region', { name: 'Pengumuman' }).locator('img');
        await expect(picture).toHaveAttribute('src', /public\/announcement/, { timeout: 2_000 });
      }).toPass();

      await page.getByRole('button', { name: 'Pakai bawaan: Logo' }).click();
      await save(page);
      await expect(feed.getByRole('banner').getByText('Lapau')).toBeVisible();
    } finally {
      await reset(lapau, ['logo_url', 'favicon_url', 'announcement_image_url', 'announcement_text']);
    }
  });

  test('an icon whose file is removed after it was chosen is stored as it was', async ({ lapau, open }, testInfo) => {
    try {
      const page = await open('/admin/settings', await buildAdmin(lapau));
      const file = testInfo.outputPath('ikon.png');
      await writeFile(file, await plainPicture(32, 32).png().toBuffer());
      await chooseFile(page, 'Ikon tab (favicon)', file);
      await rm(file);
      await save(page);
    } finally {
      await reset(lapau, ['favicon_url']);
    }
  });

  test('the sub-districts that may sign up, link previews and the privacy policy', async ({ lapau, open }) => {
    try {
      const page = await open('/admin/settings', await buildAdmin(lapau));
      await page.getByLabel('Kecamatan yang boleh mendaftar').fill('Harau, Kec. Guguak');
      await expect(page.getByText('Guguak', { exact: true })).toBeVisible();
      await page.getByRole('switch', { name: 'Pratinjau tautan' }).click();
      await page.getByLabel('Kebijakan privasi').fill('Data Anda milik Anda.');
      await save(page);

      const settings = await lapau.call('get_app_settings', {});
      expect(settings.find(({ key }) => key === 'allowed_kecamatan')?.value).toBe('Harau, Kec. Guguak');
      const seller = await buildSeller(lapau);
      const post = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
      const preview = await page.request.get(`${lapau.url}/post/${post.id}`, { headers: { cookie: '' } });
      expect(await preview.text()).not.toContain('og:title');
      const privacy = await open('/privasi');
      await expect(privacy.getByText('Data Anda milik Anda.')).toBeVisible();
    } finally {
      await reset(lapau, ['allowed_kecamatan', 'link_previews', 'privacy_text']);
    }
  });
});

test.describe('what is refused', () => {
  test.use({ expectedErrors: /422|400|409|415/ });

  test('one that another admin has changed meanwhile is asked about, the others are saved (D40, D70)', async ({
    lapau,
    open,
  }) => {
    await reset(lapau, ['mission_text', 'about_text', 'features_text']);
    const set = async (key_to_update: SettingKey, value_to_update: string) =>
      lapau.call('update_app_setting', { key_to_update, value_to_update }, await buildAdmin(lapau));
    const stored = async (wanted: SettingKey) =>
      (await lapau.call('get_app_settings', {})).find(({ key }) => key === wanted)?.value;
    const page = await open('/admin/settings', await buildAdmin(lapau));
    await page.getByLabel('Misi').fill('Misi dari saya');
    await page.getByLabel('Tentang aplikasi').fill('Tentang dari saya');
    await set('mission_text', 'Misi dari admin lain');
    // A field that this admin has not edited follows the other admin.
    await set('features_text', 'Fitur dari admin lain');
    await expect(page.getByLabel('Fitur')).toHaveValue('Fitur dari admin lain');
    await page.getByRole('button', { name: 'Simpan', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Data sudah berubah' });
    await expect(dialog.getByText('Misi dari saya')).toBeVisible();
    await expect(dialog.getByText('Misi dari admin lain')).toBeVisible();
    await expect(dialog.getByText('Tentang dari saya')).toHaveCount(0);
    await expectAccessible(page);
    expect(await stored('mission_text')).toBe('Misi dari admin lain');
    await dialog.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
    await expectToast(page, 'Pengaturan berhasil disimpan!');
    expect(await stored('mission_text')).toBe('Misi dari saya');
    expect(await stored('about_text')).toBe('Tentang dari saya');
    expect(await stored('features_text')).toBe('Fitur dari admin lain');

    // A reload keeps the typed texts, and the values that they replace.
    await page.getByLabel('Misi').fill('Misi dari draf');
    await expect.poll(() => storedDrafts(page)).toContain('Misi dari draf');
    await page.goto('/admin');
    await set('mission_text', 'Misi yang lebih baru');
    await page.goto('/admin/settings');
    await expect(page.getByLabel('Misi')).toHaveValue('Misi dari draf');
    await page.getByRole('button', { name: 'Simpan', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pakai yang satunya' }).click();
    await expect(page.getByLabel('Misi')).toHaveValue('Misi yang lebih baru');
    expect(await stored('mission_text')).toBe('Misi yang lebih baru');
    await reset(lapau, ['mission_text', 'about_text', 'features_text']);
  });

  test('one that is saved in the same moment is refused, and then asked about (D70)', async ({ lapau, open }) => {
    await reset(lapau, ['about_text']);
    const page = await open('/admin/settings', await buildAdmin(lapau));
    await page.getByLabel('Tentang aplikasi').fill('Tentang dari saya');
    const other = await buildAdmin(lapau);
    // The other admin's change arrives between the tap and the call.
    await page.route(
      '**/rpc/update_app_setting',
      async (route) => {
        await lapau.call('update_app_setting', { key_to_update: 'about_text', value_to_update: 'Lebih cepat' }, other);
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Simpan', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Data sudah berubah' });
    await expect(dialog.getByText('Lebih cepat')).toBeVisible();
    await dialog.getByRole('button', { name: 'Pakai yang saya tulis' }).click();
    await expectToast(page, 'Pengaturan berhasil disimpan!');
    await reset(lapau, ['about_text']);
  });

  test('one key that fails is named, with its reason, and the others are saved (D40)', async ({ lapau, open }) => {
    try {
      const page = await open('/admin/settings', await buildAdmin(lapau));
      await page.getByLabel('Nama aplikasi').fill('Lapau Dua');
      await page.getByLabel('Misi').fill('Misi kedua.');
      await page.route('**/rpc/update_app_setting', async (route) => {
        if (!(route.request().postData() ?? '').includes('site_title')) return route.fallback();
        return route.fulfill({
          status: 422,
          json: {
            code: 'invalid_input',
            message: 'Ada isian yang belum benar.',
            details: { value_to_update: 'Nama ini terlalu aneh.' },
          },
        });
      });
      await page.getByRole('button', { name: 'Simpan', exact: true }).click();
      await expectToast(page, 'Gagal menyimpan site_title: Nama ini terlalu aneh.');
      await expect(page.getByLabel('Nama aplikasi')).toHaveValue('Lapau Dua');
      const about = await open('/about', await buildMember(lapau));
      await expect(about.getByText('Misi kedua.')).toBeVisible();
    } finally {
      await reset(lapau, ['site_title', 'mission_text']);
    }
  });

  test('a file that is no picture, for each kind of file', async ({ lapau, open }) => {
    const page = await open('/admin/settings', await buildAdmin(lapau));
    const text = { name: 'catatan.png', mimeType: 'image/png', buffer: Buffer.from('bukan gambar') };
    for (const [label, noun] of [
      ['Logo', 'logo'],
      ['Ikon tab (favicon)', 'favicon'],
      ['Gambar pengumuman', 'gambar pemberitahuan'],
    ] as const) {
      await chooseFile(page, label, text);
      await page.getByRole('button', { name: 'Simpan', exact: true }).click();
      await expectToast(page, `Gagal mengunggah ${noun}: Berkas ini bukan foto PNG, JPG, GIF, WebP, HEIC, atau AVIF.`);
      await page.reload();
    }
  });

  test('a link that is none is said under its field, and what was typed survives a reload', async ({ lapau, open }) => {
    const page = await open('/admin/settings', await buildAdmin(lapau));
    await page.getByLabel('Tautan kaki halaman').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Simpan', exact: true }).click();
    const error = page.getByText('Tautan harus diawali http:// atau https://.');
    const bottomOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    // The form's button, which stays at the bottom, does not cover it.
    await expect(async () => {
      const save = await page.getByRole('button', { name: 'Simpan', exact: true }).boundingBox();
      expect(await bottomOf(error)).toBeLessThan(save?.y ?? 0);
    }).toPass();
    await expect.poll(() => storedDrafts(page)).toContain('javascript:alert(1)');
    await page.reload();
    await expect(page.getByLabel('Tautan kaki halaman')).toHaveValue('javascript:alert(1)');
  });

  test('settings that cannot be loaded show so', async ({ lapau, open }) => {
    const page = await open('about:blank', await buildAdmin(lapau));
    await withoutBootData(page);
    await failCall(page, 'get_app_settings');
    await page.goto('/admin/settings');
    await expect(page.getByText('Gagal memuat pengaturan.').first()).toBeVisible();
  });
});
