import { typedLink, wrongLink } from '@lapau/contract/external-url';
import type { Read } from '@lapau/contract/known';
import { limits } from '@lapau/contract/limits';
import { fileSettingKeys } from '@lapau/contract/settings';
import type { SettingKey } from '@lapau/contract/settings';
import { tooLong } from '@lapau/contract/text-checks';
import { cleanLine } from '@lapau/contract/typed-text';

type FileSetting = (typeof fileSettingKeys)[number];

/** Valid values of the settings that are files: paths in bucket avatars. */
const filePaths: Record<FileSetting, RegExp> = {
  logo_url: /^public\/logo\.(?:png|webp)$/,
  favicon_url: /^public\/favicon\.(?:ico|png|svg)$/,
  announcement_image_url: /^public\/announcement\.(?:png|webp)$/,
};

const multilineSettings: ReadonlySet<SettingKey> = new Set([
  'announcement_text',
  'about_text',
  'contact_info',
  'mission_text',
  'features_text',
  'privacy_text',
]);

export const isFileSetting = (key: Read<SettingKey>): key is FileSetting =>
  fileSettingKeys.some((known) => known === key);

/** Cleans a value as it is stored: in one line if a page shows it in one line. */
export const tidySetting = (key: SettingKey, value: string): string =>
  multilineSettings.has(key) ? value : cleanLine(value);

/** An Indonesian message for an invalid value, else undefined. An empty value always means the built-in default. */
export function settingProblem(key: SettingKey, value: string): string | undefined {
  if (value === '') return undefined;
  if (isFileSetting(key)) return filePaths[key].test(value) ? undefined : 'Nama berkas tidak sah.';
  if (key === 'footer_credit_link') {
    const link = typedLink(value);
    if (link === null) return wrongLink(value);
    return tooLong(link, limits.url, 'Tautan');
  }
  if (key === 'link_previews' && value !== 'on' && value !== 'off') return 'Pilih on atau off.';
  return key === 'site_title' ? tooLong(value, limits.name) : undefined;
}
