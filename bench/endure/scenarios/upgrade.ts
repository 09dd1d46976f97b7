import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startBundledEngine } from '../../../server/src/testing/engines.ts';
import { hasFailed } from '../report.ts';
import { createLapauProcess } from '../target/lapau-process.ts';
import type { LapauProcess } from '../target/lapau-process.ts';
import { lastRelease, thisTree, unpackRelease } from '../target/release.ts';
import { withPeople } from '../target/target.ts';
import { startTcpProxy } from '../target/tcp-proxy.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const migrations = 'server/src/migrations';

/**
 * A release and the next one side by side on one database, behind one address, while people write: the next one starts and migrates,
 * the older one is killed and starts again, so does the newer one, and the older one is stopped for good (D92). The next one is this
 * tree with a migration and a view more.
 */
export const upgrade: Scenario = async (outcome, { rounds = 2, from = lastRelease() }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-endure-'));
  await chmod(folder, 0o755);
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
  unpackRelease(from, before);
  unpackRelease(thisTree(), after);
  const newest = readdirSync(path.join(before, migrations))
    .filter((file) => /^\d{4}/.test(file))
    .toSorted()
    .at(-1);
  writeFileSync(
    path.join(after, migrations, '9000_posts_spice.sql'),
    `-- runs with: ${newest?.slice(0, 4)}\nalter table posts add spice text not null default '';\n`,
  );
  appendFileSync(
    path.join(after, migrations, 'repeatable/posts.sql'),
    '\ncreate view spiced_posts as select id, spice from posts;\n',
  );
  const awayMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const engine = await startBundledEngine({ fsync: 'on', synchronous_commit: 'on', deadlock_timeout: '1s' }, 'fatal');
    const secret = randomBytes(24).toString('hex');
    const create = async (program: string, name: string) => {
      const own = await mkdtemp(path.join(folder, `${name}-`));
      const shared = { databaseUrl: engine.url, dataFolder: path.join(folder, `data-${round}`), secret };
      return createLapauProcess({ folder: own, program, ...shared }, outcome);
    };
    const older = await create(before, 'older');
    const newer = await create(after, 'newer');
    const proxy = await startTcpProxy(() => [older.url, newer.url]);
    const site = { outcome, lapau: older, databaseUrl: engine.url, secret, publicUrl: proxy.url, count: 40 };
    const running = new Set<LapauProcess>();
    try {
      await older.start();
      running.add(older);
      await withPeople(site, async (target) => {
        const steps = [
          async () => {
            await newer.start();
            running.add(newer);
          },
          async () => {
            await older.kill();
            await older.start();
          },
          async () => {
            await newer.kill();
            await newer.start();
          },
          async () => {
            running.delete(older);
            await older.stop();
          },
        ];
        for (const step of steps) awayMs.push((await underLoad(target, step)).silenceMs);
      });
    } finally {
      await Promise.all([...running].map(({ stop }) => stop()));
      proxy.close();
      await engine.stop();
    }
  }
  outcome.notes.push(`from ${from}; writes were away for ${(Math.max(...awayMs) / 1_000).toFixed(1)} s at most`);
  if (hasFailed(outcome)) outcome.notes.push(`its folder is ${folder}`);
  else await rm(folder, { recursive: true, force: true });
};
