import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';
import { killAll, signalAll } from '../cluster/program.ts';
import { withCluster } from '../cluster/with-cluster.ts';
import type { Load } from '../load/load.ts';
import { underLoad } from '../verify.ts';
import { describeRounds, faultsNamed } from './faults.ts';
import type { Round } from './faults.ts';
import type { Scenario } from './scenario.ts';

type Fault = (cluster: Cluster, load: Load) => Promise<void>;

/** Longer than Patroni's ttl, so that another PostgreSQL has become the primary meanwhile. */
const frozenForMs = 45_000;
/** Longer than a statement may take. */
const standbyFrozenForMs = 20_000;
const cutForMs = 2_500;
const replacedWithinMs = 35_000;
/** The time after which writes have to go on. */
const awayLimitMs = 30_000;
/** Writes may be refused for so long when two machines fail at once. */
const awayAfterTwoMs = 90_000;

const faults: Record<string, Fault> = {
  'primary and its Patroni killed': killPrimary,
  'primary and its Patroni frozen for 45 s': freezePrimary,
  'primary alone killed': killPostmaster,
  'standby frozen for 20 s': freezeStandby,
  'standby killed, its waits cut, then primary killed': cutWaits,
  'leader of etcd killed': killEtcdLeader,
};

/** Two Lapaus run on a cluster of three PostgreSQLs under Patroni (deploy/cluster); its programs are killed and frozen in turns. */
export const failover: Scenario = (outcome, { rounds, fault = '' }) =>
  withCluster(outcome, async ({ target, cluster }) => {
    const names = faultsNamed(faults, fault);
    const seen: Round[] = [];
    for (let round = 0; round < (rounds ?? names.length); round += 1) {
      const name = names[round % names.length] ?? '';
      const before = outcome.acknowledged;
      const { silenceMs, writeMs } = await underLoad(target, async (load) => {
        await faults[name]?.(cluster, load);
        await cluster.healthy();
      });
      seen.push({ name, awayMs: silenceMs, longestWriteMs: writeMs, acknowledged: outcome.acknowledged - before });
      console.log(
        `  ${describeRounds(seen.slice(-1)).join('')}; ${outcome.lost} lost, ${outcome.doubled} doubled so far`,
      );
      if (silenceMs > (faults[name] === cutWaits ? awayAfterTwoMs : awayLimitMs))
        outcome.faults.push(`${name}: writes went on only after ${(silenceMs / 1_000).toFixed(1)} s`);
    }
    outcome.notes.push(...describeRounds(seen));
  });

async function killPrimary(cluster: Cluster, load: Load): Promise<void> {
  const primary = await cluster.primary();
  await killAll(primary.databaseProcesses());
  await load.acknowledged(100);
  primary.patroni.start();
}

async function freezePrimary(cluster: Cluster, load: Load): Promise<void> {
  const processes = (await cluster.primary()).databaseProcesses();
  signalAll(processes, 'SIGSTOP');
  try {
    await delay(frozenForMs);
  } finally {
    signalAll(processes, 'SIGCONT');
  }
  await load.acknowledged(300);
}

async function killPostmaster(cluster: Cluster): Promise<void> {
  const pid = (await cluster.primary()).postmaster();
  if (pid === undefined) throw new Error('the primary does not run');
  await killAll([pid]);
}

async function killEtcdLeader(cluster: Cluster, load: Load): Promise<void> {
  const { etcd } = await cluster.etcdLeader();
  await etcd.kill();
  await load.acknowledged(300);
  etcd.start();
}

/** Freezes the standby, so that commits wait longer than a statement may take. */
async function freezeStandby(cluster: Cluster): Promise<void> {
  const processes = (await cluster.standby()).databaseProcesses();
  signalAll(processes, 'SIGSTOP');
  try {
    await delay(standbyFrozenForMs);
  } finally {
    signalAll(processes, 'SIGCONT');
  }
}

/**
 * Has PostgreSQL report success for commits that no other server has, and then kills the primary. The standby, which lacks them,
 * takes its place, unless Patroni has already let go of that standby: then no server may do so before the primary is back.
 */
async function cutWaits(cluster: Cluster, load: Load): Promise<void> {
  const [primary, standby] = await Promise.all([cluster.primary(), cluster.standby()]);
  await killAll(standby.databaseProcesses());
  // This is less than Patroni needs to have commits wait for the third server instead.
  const until = performance.now() + cutForMs;
  while (performance.now() < until) {
    await cluster.asSuperuser(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    await delay(50);
  }
  await killAll(primary.databaseProcesses());
  standby.patroni.start();
  await Promise.race([load.acknowledged(100), delay(replacedWithinMs)]);
  primary.patroni.start();
}
