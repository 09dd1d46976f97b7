import type { Db } from '../../platform/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const bannersFileColumns: FileColumn[] = [{ table: 'promo_banners', column: 'image_url' }];

export const findActiveBanner = (db: Db) =>
  db
    .selectFrom('promo_banners')
    .select(['id', 'image_url', 'link_url'])
    .where('is_active', '=', true)
    .executeTakeFirst();
