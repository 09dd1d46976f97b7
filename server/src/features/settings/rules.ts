import type { ParsedInput } from '@lapau/contract/calls';
import { toExternalUrl } from '@lapau/contract/external-url';
import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import type { Settings } from '@lapau/contract/settings';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/database.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { isFileSetting, settingProblem } from './policy.ts';
import { findSettings, upsertSetting } from './queries.ts';

/** The rows that are set; a file is named by its public URL. */
const publicSettings = async (db: Db) =>
  (await findSettings(db)).map(({ key, value }) => ({
    key,
    value: isFileSetting(key) && value !== '' ? `/storage/avatars/${value}` : value,
  }));

/**
 * The rows that are set, with an e-mail as contact_info while the admins have set none (D53).
 * @param supportEmail LAPAU_ADMIN_EMAIL
 */
export async function settingsForPages(db: Db, supportEmail: string | undefined) {
  const rows = await publicSettings(db);
  if (supportEmail === undefined || rows.some(({ key, value }) => key === 'contact_info' && value !== '')) return rows;
  return [
    ...rows.filter(({ key }) => key !== 'contact_info'),
    { key: 'contact_info' as const, value: `Email: ${supportEmail}` },
  ];
}

/** Every setting, the built-in default where one is empty or not set. */
export async function readSettings(db: Db): Promise<Settings> {
  const set = (await publicSettings(db)).filter(({ value }) => value !== '').map(({ key, value }) => [key, value]);
  return { ...settingDefaults, privacy_text: defaultPrivacyText, ...(Object.fromEntries(set) as Partial<Settings>) };
}

/**
 * Sets one key and signals it to every page (D23, D40, D43, D48).
 * @throws AppError invalid_input, file_not_found
 */
export async function updateSetting(tx: Tx, admin: Admin, input: ParsedInput<'update_app_setting'>) {
  const { key_to_update: key, value_to_update: value } = input;
  const problem = settingProblem(key, value);
  if (problem) throw new AppError('invalid_input', { value_to_update: problem });
  const isFile = isFileSetting(key) && value !== '';
  if (isFile) await claimFiles(tx.db, 'avatars', [value], ['public']);
  // the timestamp makes browsers fetch a file again that was replaced under the same name (D47)
  const stored = isFile ? `${value}?t=${Date.now()}` : (key === 'footer_credit_link' && toExternalUrl(value)) || value;
  const before = (await findSettings(tx.db)).find((setting) => setting.key === key)?.value ?? '';
  const old = before.split('?', 1)[0];
  await upsertSetting(tx.db, key, stored);
  if (isFileSetting(key) && old && old !== value) await tx.enqueue('remove_files', { bucket: 'avatars', paths: [old] });
  await recordAction(tx, admin, {
    action: 'update_app_setting',
    target: { type: 'setting', id: key },
    details: { before: { [key]: before }, after: { [key]: stored } },
  });
  tx.signal('settings', { type: 'settings_changed' });
  return { key, value: isFile ? `/storage/avatars/${stored}` : stored };
}
