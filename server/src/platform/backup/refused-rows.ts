import pg from 'pg';
import { damaged } from './archive.ts';

/**
 * Classes of SQLSTATE that come of what an archive says: values, constraints, names, and sizes that PostgreSQL does not take. A
 * full disk or a lost connection is not among them.
 */
const refusals = /^(?:22|23|42|54)/;

/**
 * Waits for a statement that takes in what an archive says.
 * @param what it is, where PostgreSQL does not say the table itself
 * @throws StartRefused in place of a refusal, with neither PostgreSQL's words nor values: they may be anybody's
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
