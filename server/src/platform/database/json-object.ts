import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, Db } from './database.ts';

declare const shape: unique symbol;

/** The SQL text of an expression that gives JSON of this shape. */
export type JsonSql<Shape> = string & { readonly [shape]: Shape };

/** The SQL text of each field's value. By its type it has all fields of the shape and no other. */
export type JsonFields<Shape extends object> = { [Name in keyof Shape]-?: string };

/** An object of at most 50 fields that PostgreSQL builds. The values are SQL, and never come from outside. */
export const jsonObject = <Shape extends object>(fields: JsonFields<Shape>): JsonSql<Shape> => {
  const pairs = Object.entries(fields).map(([name, value]) => `'${name}', ${String(value)}`);
  return `json_build_object(${pairs.join(', ')})` as JsonSql<Shape>;
};

/**
 * Reads one JSON value for each row. `query` decides whether the statement is prepared, or planned for these values.
 * @param query `query` or `queryPlanned` of the database
 * @param rest the statement from `from` on
 */
export const selectJson = async <Shape>(
  query: Database['query'],
  json: JsonSql<Shape>,
  rest: string,
  values: unknown[],
): Promise<Shape[]> =>
  (await query<{ value: Shape }>(`select ${json} as value ${rest}`, values)).map(({ value }) => value);

/** Selects as `selectJson` does, in a transaction. */
export const selectJsonIn = async <Shape>(
  db: Db,
  json: JsonSql<Shape>,
  rest: RawBuilder<unknown>,
): Promise<Shape[]> => {
  const { rows } = await sql<{ value: Shape }>`select ${sql.raw(json)} as value ${rest}`.execute(db);
  return rows.map(({ value }) => value);
};
