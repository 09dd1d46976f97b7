import { settingKeys } from '@lapau/contract/settings';
import type { SettingKey, StoredSetting } from '@lapau/contract/settings';

/** The values that are set, empty where the built-in default applies, and each key's version: 0 where nothing was ever set. */
export type StoredSettings = { values: Record<SettingKey, string>; versions: Record<SettingKey, number> };

export function storedSettings(rows: StoredSetting[] = []): StoredSettings {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const ofEach = <Value>(valueOf: (row: StoredSetting | undefined) => Value) =>
    Object.fromEntries(settingKeys.map((key) => [key, valueOf(byKey.get(key))])) as Record<SettingKey, Value>;
  const values = ofEach((row) => row?.value ?? '');
  return {
    values: { ...values, link_previews: values.link_previews || 'on' },
    versions: ofEach((row) => row?.version ?? 0),
  };
}
