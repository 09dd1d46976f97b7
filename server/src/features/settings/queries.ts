import { fileSettingKeys } from '@lapau/contract/settings';
import type { SettingKey } from '@lapau/contract/settings';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const settingsFileColumns: FileColumn[] = [
  { table: 'app_settings', column: 'value', where: sql<boolean>`key in (${sql.join(fileSettingKeys)})` },
];

export const findSettings = (db: Db): Promise<{ key: SettingKey; value: string }[]> =>
  db.selectFrom('app_settings').select(['key', 'value']).orderBy('key').execute();

export const upsertSetting = (db: Db, key: SettingKey, value: string) =>
  db
    .insertInto('app_settings')
    .values({ key, value, updated_at: new Date() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute();
