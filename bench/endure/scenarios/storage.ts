import { randomInt } from 'node:crypto';
import { featureParts } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/platform/config/config.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { openPlatform } from '../../../server/src/platform/platform.ts';
import { useStorage } from '../../../server/src/testing/storage-use.ts';
import { findFileFaults, settleFiles } from '../../../server/src/testing/stored-files.ts';
import { countAnswer } from '../report.ts';
import { bundledDatabase } from '../target/bundled-database.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const size = { operations: 200, workers: 4, kills: 12 };

/** People use the storage in every way while Node is killed; afterwards the stored files have to be those that rows refer to. */
export const storage: Scenario = (outcome, { rounds = 3, seed = randomInt(2 ** 31) }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    outcome.notes.push(`its seed is ${seed}`);
    // The posts that the target starts with name photos that are not stored.
    await target.db.deleteFrom('posts').execute();
    const kill = async () => {
      await target.lapau.kill();
      await target.lapau.start();
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const [answer, times] of await useStorage(target, { ...size, seed: seed + round, kill })) {
        const status = answer.split(' ').at(-1) ?? '';
        if (status === '200') outcome.acknowledged += times;
        else countAnswer(outcome, status.startsWith('5') ? `${status} ${answer}` : status, times);
      }
      await expectNoFaults(target, round);
      outcome.rounds += 1;
    }
  });

async function expectNoFaults({ lapau, outcome }: Target, round: number): Promise<void> {
  const databaseUrl = bundledDatabase(lapau.dataFolder)?.url;
  if (databaseUrl === undefined) throw new Error('a ready server has no database');
  const config = { ...readConfig({}, 'start'), dataFolder: lapau.dataFolder };
  const platform = await openPlatform(config, createLog('fatal'), databaseUrl, featureParts);
  try {
    await settleFiles(platform);
    const { orphans, missing } = await findFileFaults(platform);
    outcome.faults.push(
      ...orphans.map((name) => `round ${round}: no row refers to ${name}`),
      ...missing.map((name) => `round ${round}: ${name} is missing`),
    );
  } finally {
    await platform.close();
  }
}
