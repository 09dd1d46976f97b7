import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { sendThroughFailures } from '../../testing/message-sending.ts';
import { createTestDatabase } from '../../testing/server.ts';
import { startLapauProcess } from '../../testing/stories.ts';

// `npm run endure -- --only messages` does the same for longer.
test('whatever answers are lost and pages and servers killed, each message is there once and in typed order (D59, D71)', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const databaseUrl = await createTestDatabase();
  let lapau = await startLapauProcess(undefined, { databaseUrl });
  const { dataFolder, platform } = lapau;
  const database = openDatabase(databaseUrl, createLog('fatal'), 4);
  const target = {
    db: database.db,
    platform,
    request: (...args: Parameters<typeof lapau.request>) => lapau.request(...args),
    rawCall: (...args: Parameters<typeof lapau.rawCall>) => lapau.rawCall(...args),
    call: ((...args) => lapau.call(...args)) as typeof lapau.call,
  };
  const kill = async () => {
    await lapau.kill();
    lapau = await startLapauProcess(dataFolder, { databaseUrl });
  };
  try {
    const sent = await sendThroughFailures(target, { seed, messages: 60, kills: 2, kill });
    expect(sent.faults, `seed ${seed}`).toEqual([]);
    expect(sent.acknowledged, `seed ${seed}`).toBe(60);
    expect([...sent.answers.keys()].filter((answer) => /^5(?!03)/.test(answer))).toEqual([]);
    expect(sent.answers.get('lost')).toBeGreaterThan(0);
  } finally {
    await database.close();
    await lapau.stop();
  }
});
