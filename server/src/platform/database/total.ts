import type { Database } from './database.ts';

/** How many rows a list has; beyond a thousand it is the planner's estimate, rounded. */
export type Total = { total: number; is_estimate: boolean };

const countedExactly = 1000;

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] };

/**
 * Counts the rows of a statement that starts with FROM, without reading more than a thousand of them.
 * @param from `from all_people p where p.role = $1`
 */
export async function countRows(database: Database, from: string, values: unknown[]): Promise<Total> {
  const [counted] = await database.queryPlanned<{ n: number }>(
    `select count(*)::int as n from (select 1 ${from} limit ${countedExactly + 1}) first_rows`,
    values,
  );
  const n = counted?.n ?? 0;
  if (n <= countedExactly) return { total: n, is_estimate: false };
  const [plan] = await database.queryPlanned<Plan>(`explain (format json) select 1 ${from}`, values);
  const estimated = plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? n;
  return { total: Math.max(countedExactly, Math.round(estimated / 100) * 100), is_estimate: true };
}
