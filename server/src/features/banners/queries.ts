import type { Db } from '../../platform/database.ts';

export const findActiveBanner = (db: Db) =>
  db
    .selectFrom('promo_banners')
    .select(['id', 'image_url', 'link_url'])
    .where('is_active', '=', true)
    .executeTakeFirst();
