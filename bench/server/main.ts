import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machine, versionOf } from '../shared/machine.ts';
import { table } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { fullSizes, grown, quickSizes } from './data/data.ts';
import { openFilled, postgresBinaries } from './data/postgres.ts';
import { measureAdminLists } from './measures/admin-lists.ts';
import { measureBackup } from './measures/backup.ts';
import type { Bench } from './measures/bench.ts';
import { secondsOfCall } from './measures/calls.ts';
import { measureConnections } from './measures/connections.ts';
import { measureCsvExports } from './measures/csv-exports.ts';
import { bareStatements } from './measures/feed-sql.ts';
import { measureFirstPage } from './measures/first-page.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureLaterPages } from './measures/later-pages.ts';
import { watchMemory } from './measures/memory.ts';
import { measureNodes } from './measures/nodes.ts';
import { measurePages } from './measures/pages.ts';
import { measurePhotos } from './measures/photos.ts';
import { measurePushes } from './measures/pushes.ts';
import { measureReady } from './measures/ready.ts';
import { measureSearch } from './measures/search.ts';
import { measureTalk } from './measures/talk.ts';
import { measureViews } from './measures/views.ts';
import { measureWrites } from './measures/writes.ts';
import { startBareRoute, startLapauProgram } from './programs/start.ts';

const missing = ['/usr/bin/wrk', '/usr/bin/redis-server', `${postgresBinaries}/pgbench`].filter(
  (program) => !existsSync(program),
);
if (missing.length > 0) {
  console.error(`The bench needs ${missing.join(' and ')}: apt-get install wrk redis-server postgresql-15`);
  process.exit(1);
}

// npm run bench [-- --quick] [--growth] [--only first-page,writes] [--plans]; --plans prints those of admin-lists and talk
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    growth: { type: 'boolean' },
    only: { type: 'string' },
    plans: { type: 'boolean', default: false },
  },
});
const measures: Record<string, (bench: Bench) => Promise<Row[]>> = {
  'first-page': measureFirstPage,
  'later-pages': measureLaterPages,
  search: measureSearch,
  pages: measurePages,
  photos: measurePhotos,
  writes: measureWrites,
  views: measureViews,
  connections: measureConnections,
  'admin-lists': measureAdminLists,
  'csv-exports': measureCsvExports,
  talk: measureTalk,
  pushes: measurePushes,
  nodes: measureNodes,
  ready: measureReady,
  backup: measureBackup,
};
const wanted = options.only?.split(',') ?? Object.keys(measures);
const sizes = options.quick ? quickSizes : fullSizes;
const turns = options.quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 4 };

const postgres = await openFilled(sizes);
const rows: Row[] = [];
try {
  // The first start after a change compiles the modules, which takes memory; the second one finds them compiled.
  await (await startLapauProgram(postgres.url)).stop();
  const lapau = await startLapauProgram(postgres.url);
  const bare = await startBareRoute(postgres.url, bareStatements);
  await delay(2_000); // by then the garbage of the start is collected
  const memory = watchMemory(lapau);
  try {
    for (const name of wanted) {
      const measure = measures[name];
      if (!measure) throw new Error(`There is no measure ${name}; there are ${Object.keys(measures).join(', ')}.`);
      console.log(`Measuring ${name} …`);
      // What has been measured by then is not lost with a measure that fails.
      try {
        const bench = { databaseUrl: postgres.url, sizes, lapau, bare, ...turns, printsPlans: options.plans };
        rows.push(...(await measure(bench)));
      } catch (error) {
        console.error(error);
        rows.push({ what: name, measured: 'failed, see above', isMet: false });
        process.exitCode = 1;
      }
    }
    rows.push(...memory.rows());
  } finally {
    memory.stop();
    await lapau.stop();
    await bare.stop();
  }
  if (options.growth) rows.push(...(await growth()));
} finally {
  await postgres.stop();
}

console.log(`\n${table(rows)}\n`);
console.log(
  machine([
    versionOf(`${postgresBinaries}/postgres`, '--version'),
    versionOf('wrk', '--version').replace(/ Copyright.*/, ''),
  ]),
);
console.log(
  `${Object.entries(sizes)
    .map(([what, size]) => `${size} ${what}`)
    .join(
      ', ',
    )}; medians of ${turns.rounds} turns of ${turns.seconds} s, of admin-lists and talk ${secondsOfCall} s; PostgreSQL as durable as it comes.`,
);

async function growth(): Promise<Row[]> {
  console.log('Measuring growth …');
  const large = await openFilled(grown(sizes));
  try {
    return await measureGrowth(postgres.url, large.url, turns);
  } finally {
    await large.stop();
  }
}
