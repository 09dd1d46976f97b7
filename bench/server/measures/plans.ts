import { calls } from '@lapau/contract/calls';
import type { CallName } from '@lapau/contract/calls';
import { adminUsersCalls } from '../../../server/src/features/admin-users/calls.ts';
import { adminWarungsCalls } from '../../../server/src/features/admin-warungs/calls.ts';
import { appealsCalls } from '../../../server/src/features/appeals/calls.ts';
import { applicationsCalls } from '../../../server/src/features/applications/calls.ts';
import { auditCalls } from '../../../server/src/features/audit/calls.ts';
import { chatCalls } from '../../../server/src/features/chat/calls.ts';
import { weeksCalls } from '../../../server/src/features/desk/calls-weeks.ts';
import { deskCalls } from '../../../server/src/features/desk/calls.ts';
import { createLinkCounter } from '../../../server/src/features/desk/rules-links.ts';
import { reportsCalls } from '../../../server/src/features/reports/calls.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import type { Platform } from '../../../server/src/platform/platform.ts';
import { memberId } from '../data/data.ts';

/** Fewer rows than these count as a small table, which PostgreSQL reads row by row whatever its indexes are. */
const manyRows = 1_000;

type Plan = {
  /** How many statements there are, and the tables of which they read many rows without an index. */
  summary: string;
  /** The plans as EXPLAIN (ANALYZE, BUFFERS) prints them. */
  text: string;
};

/** Runs a call as its handler does, in this process, and explains the statements that it sends. */
export async function explainCall(url: string, reader: number, call: CallName, input: object): Promise<Plan> {
  const database = openDatabase(url, createLog('warn'), 1);
  try {
    const plans: string[] = [];
    const run = handlersOn(explaining(database, plans))[call];
    if (!run) return { summary: 'not explained', text: '' };
    await run({ input: calls[call].input.parse(input), actor: { id: memberId(reader) } });
    const statements = `${plans.length} ${plans.length === 1 ? 'statement' : 'statements'}`;
    const scanned = plans.flatMap(scannedTables).map(({ table, rows }) => `scans ${rows} rows of ${table}`);
    return { summary: [statements, ...scanned].join(', '), text: plans.join('\n') };
  } finally {
    await database.pool.end();
  }
}

type Run = (request: { input: unknown; actor: { id: string } }) => Promise<unknown>;

/** The handlers of the calls that only read and send all statements through the database's `query` and `queryPlanned`. */
function handlersOn(database: Database): Partial<Record<CallName, Run>> {
  const platform = { database } as Platform;
  return {
    ...adminUsersCalls(platform),
    ...adminWarungsCalls(platform),
    ...appealsCalls(platform, { liftSuspension: () => Promise.resolve(null) }),
    ...applicationsCalls(platform),
    ...auditCalls(platform),
    ...chatCalls(platform, { publishGoneReports: () => Promise.resolve() }),
    ...weeksCalls(platform),
    ...deskCalls(platform, { links: createLinkCounter(platform) }),
    ...reportsCalls(platform),
  } as Partial<Record<CallName, Run>>;
}

/** Wraps the database so that it also explains each statement. */
function explaining(database: Database, plans: string[]): Database {
  const explain = async <Row>(text: string, values: unknown[]): Promise<Row[]> => {
    if (!text.startsWith('explain')) {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers) ${text}`,
        values,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return database.queryPlanned<Row>(text, values);
  };
  return { ...database, query: explain, queryPlanned: explain };
}

/** The tables of which a plan read many rows without an index, those included that its filter removed. */
function scannedTables(plan: string): { table: string; rows: number }[] {
  const nodes = plan.split('->');
  return nodes.flatMap((node) => {
    const scan = /Seq Scan on (\w+).* rows=([\d.]+) loops=(\d+)/.exec(node);
    if (!scan) return [];
    const [, table = '', found, loops] = scan;
    const removed = /Rows Removed by Filter: ([\d.]+)/.exec(node)?.[1] ?? 0;
    const rows = Math.round((Number(found) + Number(removed)) * Number(loops));
    return rows > manyRows ? [{ table, rows }] : [];
  });
}
