import type { SettingKey, Settings, StoredSetting } from './settings.ts';

/**
 * Built-in values, used for settings that are not set and when loading fails (product.md#settings). The value of `privacy_text`
 * is long and shows on one screen only, and so stands in privacy-text.ts.
 */
export const settingDefaults: Omit<Settings, 'privacy_text'> = {
  site_title: 'Lapau',
  footer_credit_text: 'Dibuat dengan Lapau',
  footer_credit_link: '',
  announcement_title: 'Selamat Datang!',
  announcement_text: '',
  announcement_image_url: '',
  about_text:
    'Lapau mempertemukan warung di nagari dengan tetangganya: apa yang dimasak hari ini, di mana, dan berapa harganya.',
  contact_info: '',
  mission_text: 'Membantu warung nagari berjualan, dan membantu tetangga menemukan masakan kampung yang dekat.',
  features_text: [
    'Lihat makanan yang dimasak warung hari ini',
    'Cari menurut nama makanan, warung, atau nagari',
    'Simpan dan bagikan makanan yang Anda suka',
    'Hubungi warung lewat telepon, WhatsApp, atau chat',
  ].join('\n'),
  allowed_kecamatan: 'kapur ix, kapur 9, kapur sembilan',
  logo_url: '',
  favicon_url: '',
  link_previews: 'on',
};

/** All settings: those that are set, and the built-in values of the others. */
export const withDefaults = (stored: StoredSetting[] = []): Settings => ({
  ...settingDefaults,
  privacy_text: '',
  ...Object.fromEntries(stored.filter(({ value }) => value !== '').map(({ key, value }) => [key as SettingKey, value])),
});
