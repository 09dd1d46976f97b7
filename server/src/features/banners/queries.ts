import type { ParsedInput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { inFuture } from '../../platform/clock/clock.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

export const bannersFileColumns: FileColumn[] = [{ table: 'promo_banners', column: 'image_url' }];

export type BannerRow = Selectable<Schema['promo_banners']>;

export const findActiveBanner = (db: Db): Promise<BannerRow | undefined> =>
  db.selectFrom('promo_banners').selectAll().where('is_active', '=', true).executeTakeFirst();

/** A page of all banners, newest first. */
export const findBannerPage = (db: Db, { before, limit }: ParsedInput<'get_banners'>): Promise<BannerRow[]> =>
  db
    .selectFrom('promo_banners')
    .selectAll()
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (${before?.created_at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const lockBanner = (db: DbTransaction, id: string): Promise<BannerRow | undefined> =>
  db.selectFrom('promo_banners').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertBanner = (db: Db, banner: Insertable<Schema['promo_banners']>): Promise<BannerRow> =>
  db.insertInto('promo_banners').values(banner).returningAll().executeTakeFirstOrThrow();

export const updateBannerRow = (db: Db, id: string, columns: Updateable<Schema['promo_banners']>): Promise<BannerRow> =>
  db.updateTable('promo_banners').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** @returns the banner that was active, if there was one */
export const deactivateOtherBanners = (db: Db, id: string): Promise<{ id: string } | undefined> =>
  db
    .updateTable('promo_banners')
    .set({ is_active: false })
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .returning('id')
    .executeTakeFirst();

export const deleteBannerRow = (db: Db, id: string) => db.deleteFrom('promo_banners').where('id', '=', id).execute();

/** Whether the active banner has begun or ended since the moment. */
export async function hasBannerTimePassed(db: Db, lookBackMs: number): Promise<boolean> {
  const passed = (column: 'starts_at' | 'ends_at') =>
    sql<boolean>`${sql.ref(column)} between ${inFuture(-lookBackMs)} and now()`;
  const row = await db
    .selectFrom('promo_banners')
    .select('id')
    .where('is_active', '=', true)
    .where((where) => where.or([passed('starts_at'), passed('ends_at')]))
    .executeTakeFirst();
  return row !== undefined;
}
