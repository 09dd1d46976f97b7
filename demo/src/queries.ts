import type { Insertable } from 'kysely';
import type { Db } from '../../server/src/platform/database.ts';
import type { Schema } from '../../server/src/platform/schema.ts';

/** Whether anybody has an account here: a village that lives is left alone. */
export const isInhabited = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('profiles').select('id').limit(1).executeTakeFirst()) !== undefined;

const rowsAtOnce = 500;

export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
}

/** The uploads of the pictures, once the people they belong to exist. */
export const setUploader = (db: Db, path: string, userId: string) =>
  db.updateTable('files').set({ uploaded_by: userId }).where('path', '=', path).execute();

export const deletePost = (db: Db, id: string) => db.deleteFrom('posts').where('id', '=', id).execute();
