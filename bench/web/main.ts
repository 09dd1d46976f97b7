import { existsSync } from 'node:fs';
import { machine, versionOf } from '../shared/machine.ts';
import { table } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { measureChunks } from './chunks.ts';
import { buildWeb, startDemo, withDataFolder } from './demo.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureFirstTaps } from './first-tap.ts';
import { chromiumPath, openPhone } from './phone.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSlowPhone } from './slow-phone.ts';

// npm run bench:web: what a phone has to fetch and wait for, on the demo data.
if (!existsSync(chromiumPath)) {
  console.error(`The bench needs ${chromiumPath}: apt-get install chromium`);
  process.exit(1);
}
console.log('Building the web app …');
buildWeb();
const rows = await withDataFolder(async (folder) => [
  ...(await measureStarts(folder)),
  ...(await measurePages(folder)),
]);
rows.push(...(await measureChunks()));
console.log(`\n${table(rows)}\n`);
console.log(machine([versionOf(chromiumPath, '--version')]));
console.log('The demo data; scripts and styles as gzip; a screen of 360 x 740 at 2 pixels a point.');

async function measureStarts(folder: string): Promise<Row[]> {
  console.log('Starting the demo …');
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

async function measurePages(folder: string): Promise<Row[]> {
  const demo = await startDemo(folder);
  try {
    const phone = await openPhone(demo.url, { email: 'pembeli@lapau.test', password: 'lapau123' });
    try {
      console.log('Loading the feed …');
      return [
        ...(await measureFirstLoad(phone, demo.url)),
        ...(await measureScrolling(phone, demo.url)),
        ...(await measureSlowPhone(phone, demo.url)),
        ...(await measureFirstTaps(phone, demo.url)),
      ];
    } finally {
      await phone.close();
    }
  } finally {
    await demo.stop();
  }
}
