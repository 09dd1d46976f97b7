import { expect, test } from 'vitest';
import { featureParts } from '../../app.ts';
import { filePlaceOf } from '../../testing/file-place.ts';
import { createTestDatabase } from '../../testing/server.ts';
import { useStorage } from '../../testing/storage-use.ts';
import { findFileFaults, settleFiles } from '../../testing/stored-files.ts';
import { startLapauProcess } from '../../testing/stories.ts';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { openPlatform } from '../platform.ts';

// `npm run endure -- --only storage` does more of it.
test('whatever people do and whenever the server is killed, the files stored are those that rows refer to', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`seed ${seed}\n`);
  const databaseUrl = await createTestDatabase();
  const { s3, environment } = await filePlaceOf(databaseUrl);
  let lapau = await startLapauProcess(undefined, { databaseUrl, environment });
  const { dataFolder, platform: site } = lapau;
  const log = createLog('fatal');
  const database = openDatabase(databaseUrl, log, 4);
  const target = {
    db: database.db,
    platform: site,
    request: (...args: Parameters<typeof lapau.request>) => lapau.request(...args),
    rawCall: (...args: Parameters<typeof lapau.rawCall>) => lapau.rawCall(...args),
  };
  const kill = async () => {
    await lapau.kill();
    lapau = await startLapauProcess(dataFolder, { databaseUrl, environment });
  };
  try {
    const answers = await useStorage(target, { seed, operations: 40, workers: 4, kills: 3, kill });
    expect([...answers.keys()].filter((answer) => / 5\d\d$/.test(answer))).toEqual([]);
    const config = { ...readConfig({}, 'start'), dataFolder, s3 };
    const platform = await openPlatform(config, log, databaseUrl, featureParts);
    try {
      await settleFiles(platform);
      expect(await findFileFaults(platform), `seed ${seed}`).toEqual({ orphans: [], missing: [] });
    } finally {
      await platform.close();
    }
  } finally {
    await database.close();
    await lapau.stop();
  }
});
