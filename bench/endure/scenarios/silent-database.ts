import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { startDatabaseProxy } from '../../../server/src/testing/database-proxy.ts';
import { startBundledEngine } from '../../../server/src/testing/engines.ts';
import { isAlive, processesOf } from '../../../server/src/testing/processes.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const servingWithinMs = 10_000;
const longestWaitMs = 20_000;
const frozenForMs = 30_000;

/** A router in front of PostgreSQL forgets all connections and drops what is sent over them; new ones work. */
export const silentConnections: Scenario = async (outcome, { rounds = 5 }) => {
  const engine = await startBundledEngine({ synchronous_commit: 'on' }, 'fatal');
  const proxy = await startDatabaseProxy(engine.url);
  try {
    await withTarget(outcome, { databaseUrl: proxy.url }, async (target) => {
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async () => {
          proxy.forgetAll();
          await measure(target, performance.now());
        });
      }
    });
  } finally {
    await proxy.close();
    await engine.stop();
  }
};

/** PostgreSQL stands still as a whole, and goes on after a while. */
export const frozenDatabase: Scenario = async (outcome, { rounds = 3 }) => {
  const engine = await startBundledEngine({ synchronous_commit: 'on' }, 'fatal');
  const signalAll = (processes: number[], name: NodeJS.Signals) =>
    processes.filter(isAlive).forEach((pid) => process.kill(pid, name));
  try {
    await withTarget(outcome, { databaseUrl: engine.url }, async (target) => {
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async () => {
          const processes = processesOf(engine.pid());
          signalAll(processes, 'SIGSTOP');
          const woken = delay(frozenForMs).then(() => {
            signalAll(processes, 'SIGCONT');
            return performance.now();
          });
          await measure(target, woken);
        });
      }
    });
  } finally {
    await engine.stop();
  }
};

/** Asks until an answer that was asked for after the disturbance is 200, and notes how long that and the longest answer took. */
async function measure(target: Target, over: number | Promise<number>): Promise<void> {
  let isOver: number | undefined;
  void Promise.resolve(over).then((at) => (isOver = at));
  let longestMs = 0;
  await until(
    'the server to serve again',
    async () => {
      const asked = performance.now();
      const { status } = await target.rawCall(
        'toggle_like',
        { post_id_to_toggle: target.posts[0] ?? '', liked: true },
        target.people[0],
      );
      longestMs = Math.max(longestMs, performance.now() - asked);
      return status === 200 && isOver !== undefined && asked >= isOver;
    },
    180_000,
  );
  const servingMs = performance.now() - (await over);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  target.outcome.notes.push(`serving again after ${seconds(servingMs)}, longest answer ${seconds(longestMs)}`);
  if (servingMs > servingWithinMs) target.outcome.faults.push(`it served again only after ${seconds(servingMs)}`);
  if (longestMs > longestWaitMs) target.outcome.faults.push(`a call waited for ${seconds(longestMs)}`);
  // the scenario's own connections are forgotten, too
  await until('the database', () => isAnswering(target), 60_000);
}

const isAnswering = ({ db }: Target) =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
