import { toExternalUrl } from '@lapau/contract/external-url';
import { limits } from '@lapau/contract/limits';
import type { SettingKey } from '@lapau/contract/settings';
import { textProblem } from '@lapau/contract/text-checks';

/** Settings that name a file in bucket avatars, and the names it may have. */
const fileNames: Partial<Record<SettingKey, RegExp>> = {
  logo_url: /^public\/logo\.(?:png|webp)$/,
  favicon_url: /^public\/favicon\.(?:ico|png|svg)$/,
  announcement_image_url: /^public\/announcement\.(?:png|webp)$/,
};

const isLongText: ReadonlySet<SettingKey> = new Set([
  'announcement_text',
  'about_text',
  'contact_info',
  'mission_text',
  'features_text',
  'privacy_text',
]);

export const isFileSetting = (key: SettingKey): boolean => key in fileNames;

/** What is wrong with a value for this key, in Indonesian, or undefined. Empty always means the built-in default. */
export function wrongSetting(key: SettingKey, value: string): string | undefined {
  if (value === '') return undefined;
  const file = fileNames[key];
  if (file) return file.test(value) ? undefined : 'Nama berkas tidak sah.';
  if (key === 'footer_credit_link') {
    const link = toExternalUrl(value);
    return link !== null && link.length <= limits.url ? undefined : 'Tautan harus diawali http:// atau https://.';
  }
  if (key === 'link_previews' && value !== 'on' && value !== 'off') return 'Pilih on atau off.';
  if (key === 'site_title' && value.length > limits.name) return `Paling banyak ${limits.name} huruf.`;
  return textProblem(value, isLongText.has(key) ? 'many' : 'one');
}
