import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

type FileColumnOf<Table extends keyof Schema> = {
  table: Table;
  column: keyof Schema[Table] & string;
  /** The column is a text[]; it has a GIN index. */
  isArray?: true;
  /** The condition of rows that refer to a file, if not all do. */
  where?: RawBuilder<boolean>;
  /** The condition of rows that an admin has yet to decide about: until then no upload replaces their file. */
  underReview?: RawBuilder<boolean>;
};

/**
 * A column whose values are paths of stored files, each maybe with the `?t=` of its URL. Every feature declares its
 * own beside its queries: a file that no declared column refers to is deleted after three days.
 */
export type FileColumn = { [Table in keyof Schema]: FileColumnOf<Table> }[keyof Schema];

/** Makes the statement that finds which of the paths no row refers to. */
export function unreferencedPathsQuery(fileColumns: FileColumn[], paths: string[]): RawBuilder<{ path: string }> {
  const isUnreferenced = fileColumns.map(
    ({ where = sql<boolean>`true`, ...column }) => sql`not ${isReferred(column, where)}`,
  );
  return sql`select given.path from unnest(${paths}::text[]) given (path) where ${sql.join(isUnreferenced, sql` and `)}`;
}

/** Whether a row for which the condition holds refers to `given.path`. */
function isReferred({ table, column, isArray }: FileColumn, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  const refers = isArray
    ? sql`${sql.ref(column)} @> array[given.path]`
    : sql`split_part(${sql.ref(column)}, '?', 1) = given.path`;
  return sql<boolean>`exists (select from ${sql.table(table)} where ${refers} and (${condition}))`;
}

/** Whether one of the paths is a file that an admin is yet to decide about. */
export async function isUnderReview(db: Db, fileColumns: FileColumn[], paths: string[]): Promise<boolean> {
  const conditions = fileColumns.flatMap(({ underReview, ...column }) =>
    underReview ? isReferred(column, underReview) : [],
  );
  const { rows } = await sql`
    select from unnest(${paths}::text[]) given (path) where ${sql.join([sql`false`, ...conditions], sql` or `)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds which of the paths no row refers to. */
export async function findUnreferencedPaths(db: Db, fileColumns: FileColumn[], paths: string[]): Promise<string[]> {
  const { rows } = await unreferencedPathsQuery(fileColumns, paths).execute(db);
  return rows.map(({ path }) => path);
}
