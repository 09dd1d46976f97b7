import pg from 'pg';
import { median, medianRatio, runInRounds } from '../../shared/rounds.ts';
import { perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { pgbench } from '../load/pgbench.ts';
import type { Bench } from './bench.ts';

/** The signals of a message are some 600 bytes. */
const row = `insert into unsent_signals (text) values (repeat('x', 600));`;
const notified = `begin;\n${row}\nselect pg_notify('bench_signals', repeat('x', 600));\ncommit;\n`;
const unnotified = `begin;\n${row}\nselect repeat('x', 600);\ncommit;\n`;

/**
 * Measures how many commits a second the database itself does without NOTIFY, and with it, which makes each commit wait for the one
 * before. No Lapau may run on the database, as it would publish the rows.
 */
export async function measureNotifiedCommits(
  { rounds, seconds }: Pick<Bench, 'rounds' | 'seconds'>,
  databaseUrl: string,
  disk: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const connections of [1, 16, 64]) {
    const options = { connections, seconds };
    const turns = await runInRounds<{ without: number; with: number }>(rounds, {
      without: () => pgbench(databaseUrl, unnotified, options),
      with: () => pgbench(databaseUrl, notified, options),
    });
    rows.push({
      what: `commits without NOTIFY on ${disk}, ${connections} connections, pgbench`,
      measured: perSecond(median(turns.without)),
      against: `with NOTIFY ${perSecond(median(turns.with))}`,
      ratio: medianRatio(turns.without, turns.with),
    });
  }
  await emptySignals(databaseUrl);
  return rows;
}

async function emptySignals(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('truncate unsent_signals');
  await client.end();
}
