import type { SettingKey } from '@lapau/contract/settings';
import type { Db } from '../../platform/database.ts';

export const findSettings = (db: Db): Promise<{ key: SettingKey; value: string }[]> =>
  db.selectFrom('app_settings').select(['key', 'value']).orderBy('key').execute();

export const upsertSetting = (db: Db, key: SettingKey, value: string) =>
  db
    .insertInto('app_settings')
    .values({ key, value, updated_at: new Date() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute();
