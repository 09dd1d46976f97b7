import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { processesOf } from '../../../server/src/testing/processes.ts';
import { bundledDatabase } from '../target/bundled-database.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const harms: ((target: Target) => Promise<void>)[] = [
  killNode,
  killPostmaster,
  killBackend,
  killPictureProcess,
  stopAndStart,
];

/** In turns, SIGKILL ends Node, PostgreSQL's first process, one of its connections and a picture process, and SIGTERM ends Node. */
export const kills: Scenario = (outcome, { rounds = 50 }) =>
  withTarget(outcome, {}, async (target) => {
    for (let round = 0; round < rounds; round += 1) {
      await underLoad(target, async () => harms[round % harms.length]?.(target));
    }
  });

async function killNode({ lapau }: Target): Promise<void> {
  await lapau.kill();
  await lapau.start();
}

async function killPostmaster({ lapau }: Target): Promise<void> {
  const database = bundledDatabase(lapau.dataFolder);
  if (!database) throw new Error('a ready server has no database');
  process.kill(database.pid, 'SIGKILL');
}

async function killBackend({ db }: Target): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'lapau' and pid <> pg_backend_pid() order by random() limit 1`.execute(db);
  if (!rows[0]) throw new Error('the server has no connection to its database');
  process.kill(rows[0].pid, 'SIGKILL');
}

async function killPictureProcess({ lapau }: Target): Promise<void> {
  const find = () => processesOf(lapau.pid()).find((pid) => commandOf(pid).includes('picture-process'));
  await until('a picture process', () => find() !== undefined, 60_000);
  process.kill(find() ?? 0, 'SIGKILL');
}

async function stopAndStart({ lapau }: Target): Promise<void> {
  await lapau.stop();
  await lapau.start();
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
