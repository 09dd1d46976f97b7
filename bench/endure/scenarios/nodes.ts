import { withCluster } from '../cluster/with-cluster.ts';
import type { ClusterTarget } from '../cluster/with-cluster.ts';
import { startConversations } from '../load/conversations.ts';
import type { Load } from '../load/load.ts';
import { watchMessages } from '../load/watching-page.ts';
import { until } from '../target/until.ts';
import { underLoad } from '../verify.ts';
import { describeRounds, faultsNamed } from './faults.ts';
import type { Round } from './faults.ts';
import type { Scenario } from './scenario.ts';

type Fault = (target: ClusterTarget, load: Load, round: number) => Promise<void>;

const signalsWithinMs = 20_000;
/** The time after which writes have to go on. */
const awayLimitMs = 2_000;

const faults: Record<string, Fault> = {
  'one of two Lapaus killed': killLapau,
  'one of two Lapaus stopped': stopLapau,
  'Redis killed': killRedis,
};

/** Two Lapaus behind HAProxy that share Redis: one of them, or Redis, goes away while people write and their pages stay open. */
export const nodes: Scenario = (outcome, { rounds, fault = '' }) =>
  withCluster(outcome, async (clusterTarget) => {
    const { target } = clusterTarget;
    const names = faultsNamed(faults, fault);
    const pairs = await startConversations(target);
    const pages = pairs.flatMap(([one, other]) => [
      watchMessages(target.platform.publicUrl, one, other),
      watchMessages(target.platform.publicUrl, other, one),
    ]);
    const seen: Round[] = [];
    try {
      for (let round = 0; round < (rounds ?? 2 * names.length); round += 1) {
        const name = names[round % names.length] ?? '';
        const before = outcome.acknowledged;
        const { silenceMs, writeMs } = await underLoad(target, async (load) => {
          await faults[name]?.(clusterTarget, load, Math.floor(round / names.length));
        });
        seen.push({ name, awayMs: silenceMs, longestWriteMs: writeMs, acknowledged: outcome.acknowledged - before });
        if (silenceMs > awayLimitMs)
          outcome.faults.push(`${name}: writes went on only after ${(silenceMs / 1_000).toFixed(1)} s`);
        const missing = () => pages.flatMap((page) => page.missing());
        await until('the signals of all messages', () => missing().length === 0, signalsWithinMs).catch(() =>
          outcome.faults.push(`${name}: pages were not told of ${missing().length} messages`),
        );
      }
    } finally {
      for (const page of pages) page.close();
    }
    outcome.notes.push(...describeRounds(seen));
    const comebacks = pages.flatMap(({ awayMs }) => awayMs);
    const slowest = Math.max(0, ...comebacks) / 1_000;
    outcome.notes.push(
      `${pages.length} pages came back ${comebacks.length} times, after ${slowest.toFixed(1)} s at most`,
    );
  });

async function killLapau({ lapaus }: ClusterTarget, load: Load, round: number): Promise<void> {
  const lapau = lapaus[round % lapaus.length];
  await lapau?.kill();
  await load.acknowledged(100);
  await lapau?.start();
}

async function stopLapau({ lapaus }: ClusterTarget, load: Load, round: number): Promise<void> {
  const lapau = lapaus[round % lapaus.length];
  await lapau?.stop();
  await load.acknowledged(100);
  await lapau?.start();
}

async function killRedis({ cluster }: ClusterTarget, load: Load): Promise<void> {
  await cluster.redis.kill();
  await load.acknowledged(200);
  cluster.redis.start();
}
