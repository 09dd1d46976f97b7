import type { ParsedInput } from '@lapau/contract/calls';
import { typedLink } from '@lapau/contract/external-url';
import { defaultPrivacyText } from '@lapau/contract/privacy-text';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import type { Settings, StoredSetting } from '@lapau/contract/settings';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { claimFiles } from '../../platform/files/claims.ts';
import { fileRemoval } from '../../platform/files/removal.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { isFileSetting, settingProblem, tidySetting } from './policy.ts';
import { findSettings, takeSettingLock, upsertSetting } from './queries.ts';

/** Makes a setting as pages get it: a file is named by its public URL. */
const toPublic = ({ key, value, version }: StoredSetting): StoredSetting => ({
  key,
  value: isFileSetting(key) && value !== '' ? `/storage/avatars/${value}` : value,
  version,
});
const publicSettings = async (db: Db) => (await findSettings(db)).map(toPublic);

/**
 * Reads the settings that are set, with an e-mail as contact_info while the admins have set none.
 * @param supportEmail LAPAU_ADMIN_EMAIL
 */
export async function settingsForPages(db: Db, supportEmail: string | undefined) {
  const rows = await publicSettings(db);
  if (supportEmail === undefined || rows.some(({ key, value }) => key === 'contact_info' && value !== '')) return rows;
  const version = rows.find(({ key }) => key === 'contact_info')?.version ?? 0;
  return [
    ...rows.filter(({ key }) => key !== 'contact_info'),
    { key: 'contact_info' as const, value: `Email: ${supportEmail}`, version },
  ];
}

/** Reads every setting, with the built-in default for one that is empty or not set. */
export async function readSettings(db: Db): Promise<Settings> {
  const set = (await publicSettings(db)).filter(({ value }) => value !== '').map(({ key, value }) => [key, value]);
  return { ...settingDefaults, privacy_text: defaultPrivacyText, ...(Object.fromEntries(set) as Partial<Settings>) };
}

/**
 * Sets one key and signals it to every page. A value that is there already is answered without a change.
 * @throws AppError invalid_input, file_not_found; version_conflict with the current setting
 */
export async function updateSetting(
  tx: Tx,
  admin: Admin,
  { key_to_update: key, value_to_update: given, version: seen }: ParsedInput<'update_app_setting'>,
): Promise<StoredSetting> {
  const value = tidySetting(key, given);
  const problem = settingProblem(key, value);
  if (problem) throw new AppError('invalid_input', { value_to_update: problem });
  const before = await takeSettingLock(tx.db, key);
  const [claimed] = isFileSetting(key) && value !== '' ? await claimFiles(tx.db, 'avatars', [value], ['public']) : [];
  const current = before ?? { key, value: '', version: 0 };
  const [oldPath] = current.value.split('?', 1);
  // A file may have been uploaded again under the same name.
  const isSameFile =
    claimed &&
    oldPath === value &&
    before &&
    before.updated_at >= claimed.created_at &&
    !isBeyondNow(before.updated_at, await readClock(tx.db));
  // the timestamp makes browsers fetch a file again that was replaced under the same name (D47)
  const fileValue = isSameFile ? current.value : `${value}?t=${Date.now()}`;
  const wanted = claimed ? fileValue : (key === 'footer_credit_link' && typedLink(value)) || value;
  const shown = toPublic(current);
  if (!beginEdit(shown, toPublic({ ...current, value: wanted }), seen)) return shown;
  const stored = await upsertSetting(tx.db, key, wanted);
  if (isFileSetting(key) && oldPath && oldPath !== value)
    await tx.enqueue(fileRemoval, { bucket: 'avatars', paths: [oldPath] });
  await recordAction(tx, admin, {
    action: 'update_app_setting',
    target: { type: 'setting', id: key },
    // An admin's own number may stand there: when the account is deleted, nobody could tell it from the site's.
    details: key === 'contact_info' ? {} : { before: { [key]: current.value }, after: { [key]: stored.value } },
  });
  tx.signal('settings', { type: 'settings_changed' });
  return toPublic(stored);
}
