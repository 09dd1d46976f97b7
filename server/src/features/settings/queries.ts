import { fileSettingKeys } from '@lapau/contract/settings';
import type { SettingKey, StoredSetting } from '@lapau/contract/settings';
import { sql } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const settingsFileColumns: FileColumn[] = [
  { table: 'app_settings', column: 'value', where: sql<boolean>`key in (${sql.join(fileSettingKeys)})` },
];

export const findSettings = (db: Db): Promise<StoredSetting[]> =>
  db.selectFrom('app_settings').select(['key', 'value', 'version']).orderBy('key').execute();

/** Takes a lock under which only one admin at a time changes a setting, even if it has no row yet. */
export async function takeSettingLock(
  db: DbTransaction,
  key: SettingKey,
): Promise<(StoredSetting & { updated_at: Date }) | undefined> {
  await takeAdvisoryLock(db, 'setting', key);
  return db.selectFrom('app_settings').selectAll().where('key', '=', key).executeTakeFirst();
}

export const upsertSetting = (db: Db, key: SettingKey, value: string): Promise<StoredSetting> =>
  db
    .insertInto('app_settings')
    .values({ key, value, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updated_at: now, version: sql`app_settings.version + 1` }),
    )
    .returning(['key', 'value', 'version'])
    .executeTakeFirstOrThrow();
