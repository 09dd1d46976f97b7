import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { postgresBinaries } from '../server/data/postgres.ts';
import { machine, versionOf } from '../shared/machine.ts';
import { table } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { measureChunks } from './chunks.ts';
import { buildWeb, startDemo, withDataFolder } from './demo.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureFirstTaps } from './first-tap.ts';
import { withGrownVillage } from './grown-village.ts';
import { measureInstallability } from './installability.ts';
import { measureInstantAnswers } from './instant-answers.ts';
import { measureKeptApp } from './kept-app.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLongThread } from './long-thread.ts';
import { chromiumPath, openPhone, withCookie, withPassword } from './phone.ts';
import type { Phone } from './phone.ts';
import { adminUsers, feed, measureScrolling } from './scrolling.ts';
import { measureSecondVisits } from './second-visit.ts';
import { measureSlowPhone } from './slow-phone.ts';

// npm run bench:web [-- --only first-tap,slow-phone] [--cpu 4]: measures what a phone has to fetch and wait for, on the demo
// data and on the grown village of the server's bench.
const { values: options } = parseArgs({
  // A machine that is slow itself is like a cheap phone when it is slowed down fewer than four times.
  options: { only: { type: 'string' }, cpu: { type: 'string', default: '4' } },
});
const measures = {
  starts: measureStarts,
  'first-load': onPhone(measureFirstLoad),
  scrolling: onPhone((phone, url) => measureScrolling(phone, url, feed)),
  'slow-phone': onPhone(measureSlowPhone),
  'second-visit': onPhone(measureSecondVisits),
  'kept-by-buyer': onPhone(measureKeptApp('a buyer')),
  'kept-by-cook': onPhone(measureKeptApp('a cook'), 'penjual@lapau.test'),
  'kept-by-admin': onPhone(measureKeptApp('an admin'), 'admin@lapau.test'),
  installability: measureInstallability,
  lighthouse: onPhone(measureLighthouse),
  'first-tap': onPhone(measureFirstTaps),
  'instant-answers': onPhone(measureInstantAnswers, 'penjual@lapau.test'),
  'long-thread': inGrownVillage(measureLongThread, 'reader'),
  'admin-scrolling': inGrownVillage((phone, url) => measureScrolling(phone, url, adminUsers), 'admin'),
  chunks: measureChunks,
};
const wanted = options.only?.split(',') ?? Object.keys(measures);
const missing = [chromiumPath, `${postgresBinaries}/postgres`].filter((program) => !existsSync(program));
if (missing.length > 0) {
  console.error(`The bench needs ${missing.join(' and ')}: apt-get install chromium postgresql-15`);
  process.exit(1);
}
console.log('Building the web app …');
buildWeb();
const rows = await withDataFolder(async (folder) => {
  const all: Row[] = [];
  for (const name of wanted) {
    if (!(name in measures))
      throw new Error(`There is no measure ${name}; there are ${Object.keys(measures).join(', ')}.`);
    console.log(`Measuring ${name} …`);
    all.push(...(await measures[name as keyof typeof measures](folder)));
  }
  return all;
});
console.log(`\n${table(rows)}\n`);
console.log(machine([versionOf(chromiumPath, '--version')]));
console.log(
  'The demo data, or the grown village of npm run bench; scripts and styles as gzip; a screen of 360 x 740 at 2 pixels a point.',
);

async function measureStarts(folder: string): Promise<Row[]> {
  const first = await startDemo(folder);
  await first.stop();
  const second = await startDemo(folder);
  await second.stop();
  return [
    start('first demo start, with seeding', first.secondsToReady, 45),
    start('second demo start, on existing data', second.secondsToReady, 2),
  ];
}

function start(what: string, seconds: number, limit: number): Row {
  return { what, measured: `${seconds.toFixed(1)} s`, budget: `<= ${limit} s`, isMet: seconds <= limit };
}

type Measure = (phone: Phone, url: string) => Promise<Row[]>;

/** Runs a measure on a phone that is signed in, on a demo with the folder's data. */
function onPhone(measure: Measure, email = 'pembeli@lapau.test'): (folder: string) => Promise<Row[]> {
  return async (folder) => {
    const demo = await startDemo(folder);
    try {
      return await onOpenPhone(measure, demo.url, withPassword(demo.url, { email, password: 'lapau123' }));
    } finally {
      await demo.stop();
    }
  };
}

/** Runs a measure on one person's phone, in the grown village. */
function inGrownVillage(measure: Measure, who: 'admin' | 'reader'): () => Promise<Row[]> {
  return () => withGrownVillage((url, cookieOf) => onOpenPhone(measure, url, withCookie(url, cookieOf(who))));
}

async function onOpenPhone(measure: Measure, url: string, signIn: Parameters<typeof openPhone>[1]): Promise<Row[]> {
  const phone = await openPhone(Number(options.cpu), signIn);
  try {
    return await measure(phone, url);
  } finally {
    await phone.close();
  }
}
