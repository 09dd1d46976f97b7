import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { giveUp, hasFailed } from '../report.ts';
import type { Outcome } from '../report.ts';
import { createLapauProcess } from '../target/lapau-process.ts';
import type { LapauProcess } from '../target/lapau-process.ts';
import { withPeople } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { missingForCluster, startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';

/** A target behind the HAProxy of the third machine; the first two run a Lapau each, which share the folder of files. */
export type ClusterTarget = { target: Target; cluster: Cluster; lapaus: LapauProcess[] };

/**
 * Starts the cluster and two Lapaus and hands them to a scenario; stops them afterwards, and removes what they wrote unless
 * something was wrong.
 */
export async function withCluster(outcome: Outcome, use: (target: ClusterTarget) => Promise<void>): Promise<void> {
  const missing = missingForCluster();
  if (missing !== undefined) {
    outcome.skipped = missing;
    return;
  }
  const folder = await makeDataFolder('lapau-cluster-');
  const cluster = await startCluster(folder);
  const secret = randomBytes(24).toString('hex');
  const lapaus: LapauProcess[] = [];
  const interrupt = () => {
    const ends = Promise.allSettled([cluster.stop(), ...lapaus.map((lapau) => lapau.kill())]);
    void ends.then(() => rm(folder, { recursive: true })).finally(() => process.exit(1));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    const [first, second, third] = cluster.nodes;
    if (!first || !second || !third) throw new Error('a cluster has three machines');
    for (const { folder: own, lapau: environment } of [first, second]) {
      const options = { folder: own, secret, dataFolder: path.join(folder, 'data'), environment };
      const lapau = await createLapauProcess({ ...options, databaseUrl: environment['DATABASE_URL'] ?? '' }, outcome);
      await lapau.start();
      lapaus.push(lapau);
    }
    const databaseUrl = third.lapau['DATABASE_URL'] ?? '';
    const site = {
      outcome,
      lapau: lapaus[0] as LapauProcess,
      databaseUrl,
      secret,
      publicUrl: third.entryUrl,
      count: 40,
    };
    await withPeople(site, (target) => use({ target, cluster, lapaus }));
  } catch (error) {
    giveUp(outcome, error);
  } finally {
    for (const lapau of lapaus) await lapau.stop();
    await cluster.stop();
    for (const signal of signals) process.off(signal, interrupt);
    if (hasFailed(outcome)) outcome.notes.push(`its folder is ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}
