import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machine, versionOf } from '../shared/machine.ts';
import { table } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { measureChunks } from './chunks.ts';
import { buildWeb, startDemo, withDataFolder } from './demo.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureFirstTaps } from './first-tap.ts';
import { chromiumPath, openPhone } from './phone.ts';
import type { Phone } from './phone.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSlowPhone } from './slow-phone.ts';

// npm run bench:web [-- --only first-tap,slow-phone] [--cpu 4]: what a phone has to fetch and wait for, on the demo data.
const { values: options } = parseArgs({
  // On a machine that is itself slow, fewer than four times make the processor of a cheap phone.
  options: { only: { type: 'string' }, cpu: { type: 'string', default: '4' } },
});
const measures = {
  starts: measureStarts,
  'first-load': onPhone(measureFirstLoad),
  scrolling: onPhone(measureScrolling),
  'slow-phone': onPhone(measureSlowPhone),
  'first-tap': onPhone(measureFirstTaps),
  chunks: measureChunks,
};
const wanted = options.only?.split(',') ?? Object.keys(measures);
if (!existsSync(chromiumPath)) {
  console.error(`The bench needs ${chromiumPath}: apt-get install chromium`);
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
console.log('The demo data; scripts and styles as gzip; a screen of 360 x 740 at 2 pixels a point.');

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

/** A measure on a phone that is signed in, of a demo on the folder's data. */
function onPhone(measure: (phone: Phone, url: string) => Promise<Row[]>): (folder: string) => Promise<Row[]> {
  return async (folder) => {
    const demo = await startDemo(folder);
    try {
      const account = { email: 'pembeli@lapau.test', password: 'lapau123' };
      const phone = await openPhone(demo.url, account, Number(options.cpu));
      try {
        return await measure(phone, demo.url);
      } finally {
        await phone.close();
      }
    } finally {
      await demo.stop();
    }
  };
}
