import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { startBundledEngine } from '../../../server/src/testing/engines.ts';
import { root } from '../../shared/product.ts';
import { startVisitor } from '../load/page-visits.ts';
import type { Visits } from '../load/page-visits.ts';
import { hasFailed } from '../report.ts';
import type { Outcome } from '../report.ts';
import { createLapauProcess } from '../target/lapau-process.ts';
import type { LapauProcess } from '../target/lapau-process.ts';
import { buildOtherWeb, installRelease, lastRelease, thisTree, unpackRelease } from '../target/release.ts';
import { withPeople } from '../target/target.ts';
import { startTcpProxy } from '../target/tcp-proxy.ts';
import { underLoad, verify } from '../verify.ts';
import { takeLinks, useLinks } from './kept-links.ts';
import { keepWrites, sendKept } from './kept-writes.ts';
import type { Scenario } from './scenario.ts';

const migrations = 'server/src/migrations';
/** A release without this migration serves no pages of other releases. */
const webFiles = '0330_platform_web_files.sql';
const pagesPerStep = 6;

/**
 * A release and the next one run side by side on one database, behind one address, while people write. The next one starts and migrates;
 * the older one is killed and starts again; so does the newer one. The newer one is stopped, comes back as after a change of mind, and
 * is installed over the older one, which still runs and is stopped for good at the end (D92). Meanwhile a browser opens pages, which
 * load their code from whichever process answers (D98). The release before runs as npm installs it by its own lock file. The next one
 * is this tree with one more migration and view, and with other names for all code of its web app. At the end it gets what people have
 * from the release before: a session, links and what waits in the outboxes of phones.
 */
export const upgrade: Scenario = async (outcome, { rounds = 2, from = lastRelease() }) => {
  const folder = await makeDataFolder('lapau-endure-');
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
  const otherWeb = path.join(folder, 'web');
  await buildOtherWeb(otherWeb);
  const tree = thisTree();
  const installed = path.join(folder, 'installed');
  installRelease(from, installed);
  unpackRelease(tree, after, root, otherWeb);
  addMigration(installed, after);
  const servesAll = existsSync(path.join(installed, migrations, webFiles));
  const visits: Visits = { pages: 0, blank: 0, assets: 0, refused: 0, cut: 0 };
  const awayMs: number[] = [];
  let keptWrites = 0;
  for (let round = 0; round < rounds; round += 1) {
    const engine = await startBundledEngine({ fsync: 'on', synchronous_commit: 'on', deadlock_timeout: '1s' }, 'fatal');
    const secret = randomBytes(24).toString('hex');
    const create = async (program: string, name: string, environment = {}) => {
      const own = await mkdtemp(path.join(folder, `${name}-`));
      const shared = { databaseUrl: engine.url, dataFolder: path.join(folder, `data-${round}`), secret };
      return createLapauProcess({ folder: own, program, environment, ...shared }, outcome);
    };
    const first = await create(before, 'first', { LAPAU_EMAIL_VERIFICATION: 'on' });
    const older = await create(before, 'older');
    const newer = await create(after, 'newer');
    const proxy = await startTcpProxy(() => [older.url, newer.url]);
    const site = { outcome, lapau: older, databaseUrl: engine.url, secret, publicUrl: proxy.url, count: 20 };
    const running = new Set<LapauProcess>();
    unpackRelease(from, before, installed);
    try {
      await first.start();
      running.add(first);
      const kept = await takeLinks(first);
      running.delete(first);
      await first.stop();
      await older.start();
      running.add(older);
      await withPeople(site, async (target) => {
        const phones = await keepWrites(target, installed, kept);
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
            running.delete(newer);
            await newer.stop();
            await visitor.opened(pagesPerStep);
            await newer.start();
            running.add(newer);
          },
          async () => {
            rmSync(before, { recursive: true });
            await visitor.opened(pagesPerStep);
            unpackRelease(tree, before, root, otherWeb);
            cpSync(path.join(after, migrations), path.join(before, migrations), { recursive: true });
            await older.stop();
            await older.start();
          },
          async () => {
            running.delete(older);
            await older.stop();
          },
        ];
        const visitor = await startVisitor(target, servesAll ? 60_000 : 5_000);
        try {
          for (const step of steps) {
            const load = await underLoad(target, async () => {
              await step();
              await visitor.opened(pagesPerStep);
            });
            awayMs.push(load.silenceMs);
          }
        } finally {
          await visitor.finish();
          for (const count of Object.keys(visits) as (keyof Visits)[]) visits[count] += visitor.visits[count];
        }
        await sendKept(target, [installed, after], kept, phones);
        await verify(target);
        keptWrites += phones.flatMap((phone) => phone.rows).length;
        await useLinks(newer, kept, outcome);
      });
    } finally {
      await Promise.all([...running].map(({ stop }) => stop()));
      proxy.close();
      await engine.stop();
    }
  }
  judge(outcome, visits, servesAll);
  outcome.notes.push(
    `a session, links of two mails and of a start, and ${keptWrites} writes in outboxes were kept over it`,
  );
  outcome.notes.push(`from ${from}; writes were away for ${(Math.max(...awayMs) / 1_000).toFixed(1)} s at most`);
  if (hasFailed(outcome)) outcome.notes.push(`its folder is ${folder}`);
  else await rm(folder, { recursive: true, force: true });
};

/** Gives the next release a column and a view that the release before does not have. */
function addMigration(before: string, after: string): void {
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
}

function judge(
  { answers, faults, notes }: Outcome,
  { pages, blank, assets, refused, cut }: Visits,
  servesAll: boolean,
): void {
  const found = `${blank} of ${pages} pages were blank, ${refused} of ${assets} of their files refused`;
  notes.push(`${found}, ${cut} requests cut by the end of a process`);
  for (const answer of answers.keys())
    if (answer.startsWith('401')) faults.push(`somebody was not signed in any more: ${answer}`);
  if (servesAll && blank + refused > 0) faults.push(found);
}
