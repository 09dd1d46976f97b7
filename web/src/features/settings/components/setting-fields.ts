import { limits } from '@lapau/contract/limits';
import type { SettingKey } from '@lapau/contract/settings';
import { externalUrl, line, text } from '@lapau/contract/text';
import * as z from 'zod/mini';
import type { TextSettingKey } from '../api-edit.ts';

type SettingField = {
  label: string;
  /** What the setting does, in one line. */
  hint: string;
  control: 'line' | 'text' | 'link' | 'switch' | 'file';
  /** The types of files that can be chosen; without it all photos. */
  accept?: string;
};

/** The name and the control of each setting (product.md#settings). */
export const settingFields: Record<SettingKey, SettingField> = {
  site_title: { label: 'Nama aplikasi', hint: 'Tampil di judul halaman dan di layar masuk.', control: 'line' },
  logo_url: {
    label: 'Logo',
    hint: 'Tampil di kiri atas setiap halaman. PNG atau JPG.',
    control: 'file',
    accept: 'image/png,image/jpeg',
  },
  favicon_url: {
    label: 'Ikon tab (favicon)',
    hint: 'Gambar kecil di tab browser. ICO, PNG, atau SVG.',
    control: 'file',
    accept: '.ico,.png,.svg,image/x-icon,image/png,image/svg+xml',
  },
  footer_credit_text: { label: 'Tulisan kaki halaman', hint: 'Baris kecil di bawah setiap halaman.', control: 'line' },
  footer_credit_link: {
    label: 'Tautan kaki halaman',
    hint: 'Halaman yang terbuka saat tulisan itu diketuk. Diawali https://.',
    control: 'link',
  },
  announcement_title: { label: 'Judul pengumuman', hint: 'Kepala pengumuman di feed.', control: 'line' },
  announcement_text: {
    label: 'Isi pengumuman',
    hint: 'Tampil di feed semua orang. Kosongkan untuk menghapus pengumuman.',
    control: 'text',
  },
  announcement_image_url: {
    label: 'Gambar pengumuman',
    hint: 'Tampil saat pengumuman dibuka.',
    control: 'file',
  },
  about_text: { label: 'Tentang aplikasi', hint: 'Paragraf pertama halaman Tentang.', control: 'text' },
  mission_text: { label: 'Misi', hint: 'Bagian Misi di halaman Tentang.', control: 'text' },
  features_text: { label: 'Fitur', hint: 'Daftar di halaman Tentang: satu baris satu fitur.', control: 'text' },
  contact_info: {
    label: 'Kontak',
    hint: 'Tampil di halaman Tentang dan kepada yang ditangguhkan: satu baris satu kontak.',
    control: 'text',
  },
  allowed_kecamatan: {
    label: 'Kecamatan yang boleh mendaftar',
    hint: 'Semua nama yang diterima, dipisahkan koma. Huruf besar dan kecil, spasi, titik, dan tanda hubung tidak dibedakan.',
    control: 'line',
  },
  link_previews: {
    label: 'Pratinjau tautan',
    hint: 'Tautan yang dibagikan lewat WhatsApp memperlihatkan foto, nama makanan, dan harga.',
    control: 'switch',
  },
  privacy_text: {
    label: 'Kebijakan privasi',
    hint: 'Dapat dibaca semua orang di halaman Kebijakan privasi.',
    control: 'text',
  },
};

/** The fields in the order of the form: those that are changed most often come first. */
export const settingGroups: { title: string; keys: SettingKey[] }[] = [
  { title: 'Pengumuman', keys: ['announcement_title', 'announcement_text', 'announcement_image_url'] },
  { title: 'Aplikasi', keys: ['site_title', 'logo_url', 'favicon_url', 'footer_credit_text', 'footer_credit_link'] },
  { title: 'Halaman Tentang', keys: ['about_text', 'mission_text', 'features_text', 'contact_info'] },
  { title: 'Pendaftaran', keys: ['allowed_kecamatan'] },
  { title: 'Tautan dan privasi', keys: ['link_previews', 'privacy_text'] },
];

const lineOf = (key: SettingKey, max: number = limits.settingText) => line(max, { name: settingFields[key].label });
const textOf = (key: SettingKey) => text(limits.settingText, { name: settingFields[key].label });

/** The form's checks; the server repeats them for each key. */
export const settingsSchema = z.strictObject({
  site_title: lineOf('site_title', limits.name),
  footer_credit_text: lineOf('footer_credit_text'),
  footer_credit_link: externalUrl,
  announcement_title: lineOf('announcement_title'),
  announcement_text: textOf('announcement_text'),
  about_text: textOf('about_text'),
  contact_info: textOf('contact_info'),
  mission_text: textOf('mission_text'),
  features_text: textOf('features_text'),
  allowed_kecamatan: lineOf('allowed_kecamatan'),
  link_previews: z.enum(['on', 'off']),
  privacy_text: textOf('privacy_text'),
} satisfies Record<TextSettingKey, z.ZodMiniType>);

/** Every setting that is a text, as it is edited. */
export type SettingTexts = Record<TextSettingKey, string>;
