import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/**
 * A comparison of what a trigger keeps exact with the rows from which it is derived. Every feature declares its own beside its
 * queries; each holds at any moment that a transaction sees.
 */
export type Check = {
  /** What is wrong with the rows that are found. */
  wrong: string;
  /** A statement that finds the wrong rows, each with a key that names it. */
  rows: RawBuilder<{ key: string }>;
};

/** A number of wrong rows, the first few of them with their keys. */
export type Fault = { wrong: string; count: number; keys: string[] };

const maxNamed = 5;

/** @param db a transaction that sees one moment, and may take its time */
export async function findInconsistencies(db: Db, checks: Check[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { wrong, rows } of checks) {
    const found = await sql<{ count: number; keys: string[] | null }>`
      select count(*)::int as count, (array_agg(key::text order by key::text))[1:${sql.lit(maxNamed)}] as keys
      from (${rows}) as wrong`.execute(db);
    for (const { count, keys } of found.rows) if (count > 0) faults.push({ wrong, count, keys: keys ?? [] });
  }
  return faults;
}
