import pg from 'pg';
import { damaged } from './archive.ts';

/**
 * The classes of SQLSTATE that the contents of an archive can cause: PostgreSQL does not take a value, constraint, name or size. A
 * full disk or a lost connection is not among them.
 */
const refusals = /^(?:22|23|42|54)/;

/**
 * Waits for a statement that reads the contents of an archive.
 * @param what names the table, if PostgreSQL does not name it itself
 * @throws StartRefused in place of PostgreSQL's refusal, without its words and values, which may be anybody's data
 */
export async function refusingRows<Result>(what: string | undefined, statement: Promise<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !refusals.test(error.code ?? '')) throw error;
    const place = /line \d+(?:, column \w+)?/.exec(error.where ?? '')?.[0] ?? error.constraint;
    const where = place === undefined ? '' : ` (${place})`;
    throw damaged(`PostgreSQL refuses ${what ?? `rows of ${error.table}`}${where} with the code ${error.code}`);
  }
}
