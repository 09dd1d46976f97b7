import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startBundledEngine } from '../../../server/src/testing/engines.ts';
import type { BundledEngine } from '../../../server/src/testing/engines.ts';
import { withTarget } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const signal = (name: NodeJS.Signals) => async (engine: BundledEngine) => void process.kill(engine.pid(), name);

const harms: ((engine: BundledEngine) => Promise<void>)[] = [
  signal('SIGINT'), // a fast restart
  signal('SIGQUIT'), // an immediate stop, with recovery
  terminateConnections,
  refuseForAWhile,
];

/** The operator's own PostgreSQL is restarted, stopped at once, cuts connections and takes none for a while. */
export const database: Scenario = async (outcome, { rounds = 20 }) => {
  // Acknowledged writes have to survive a crash of PostgreSQL.
  const engine = await startBundledEngine({ synchronous_commit: 'on' }, 'fatal');
  try {
    await withTarget(outcome, { databaseUrl: engine.url }, async (target) => {
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async () => harms[round % harms.length]?.(engine));
      }
    });
  } finally {
    await engine.stop();
  }
};

async function terminateConnections(engine: BundledEngine): Promise<void> {
  await asSuperuser(engine, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lapau'`);
}

async function refuseForAWhile(engine: BundledEngine): Promise<void> {
  await asSuperuser(engine, 'alter role lapau connection limit 0');
  await terminateConnections(engine);
  await delay(5_000);
  await asSuperuser(engine, 'alter role lapau connection limit -1');
}

async function asSuperuser(engine: BundledEngine, statement: string): Promise<void> {
  const client = new pg.Client(engine.superuserUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
