import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { text } from './text.ts';

/** All settings there are. */
export const settingKeys = [
  'site_title',
  'footer_credit_text',
  'footer_credit_link',
  'announcement_title',
  'announcement_text',
  'announcement_image_url',
  'about_text',
  'contact_info',
  'mission_text',
  'features_text',
  'allowed_kecamatan',
  'logo_url',
  'favicon_url',
  'link_previews',
  'privacy_text',
] as const;
export type SettingKey = (typeof settingKeys)[number];
export type Settings = Record<SettingKey, string>;

/** Settings whose value is a file in bucket avatars. */
export const fileSettingKeys = ['announcement_image_url', 'logo_url', 'favicon_url'] as const satisfies SettingKey[];

const setting = z.strictObject({ key: openEnum(settingKeys), value: z.string(), version: z.int() });
export type StoredSetting = z.infer<typeof setting>;

/** The settings that are set; client and server take the others from setting-defaults.ts. Files are given as public URLs. */
export const get_app_settings = call({
  access: 'public',
  writes: false,
  input: z.strictObject({}),
  output: z.array(setting),
  errors: [],
});

/**
 * Sets one key. Links are http or https; logo, favicon and announcement image name a file below `public/` in
 * bucket avatars, or are empty; link_previews is 'on' or 'off'. Refused with `version_conflict` and the current setting when it
 * was changed after `version`, if that is given: 0 for a key that is not set. The same value again changes nothing.
 */
export const update_app_setting = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    key_to_update: z.enum(settingKeys),
    value_to_update: text(limits.settingText),
    version: z.optional(z.int()),
  }),
  output: setting,
  errors: ['file_not_found', 'file_not_yours', 'version_conflict'],
});
