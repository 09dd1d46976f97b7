import { kilobytes } from '../shared/table.ts';
import type { Row } from '../shared/table.ts';
import { openPage, settled, takenOver } from './phone.ts';
import type { Phone } from './phone.ts';

/** Measures the feed's first load of somebody who is signed in, with nothing in the browser's cache. */
export async function measureFirstLoad(phone: Phone, url: string): Promise<Row[]> {
  const context = await phone.signedIn();
  const { page } = await openPage(context);
  await page.goto(url);
  const taken = await takenOver(page);
  await settled(page, 2_000);
  const entries = await page.evaluate(() =>
    (['navigation', 'resource'] as const).flatMap((type) =>
      (performance.getEntriesByType(type) as PerformanceResourceTiming[]).map((entry) => ({
        path: new URL(entry.name).pathname,
        start: entry.startTime,
        bytes: entry.encodedBodySize,
      })),
    ),
  );
  const shift = await page.evaluate(() => window.measured.shift);
  await context.close();
  const before = entries.filter(({ path, start }) => start < taken && !path.startsWith('/storage/'));
  const bytesOf = (list: typeof entries, pattern: RegExp) =>
    list.filter(({ path }) => pattern.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  const row = (what: string, bytes: number, limit: number): Row => ({
    what,
    measured: kilobytes(bytes),
    budget: `<= ${limit} kB`,
    isMet: bytes <= limit * 1000,
  });
  const scripts = bytesOf(before, /\.js$/);
  // An idle page preloads the code of everything that may be opened next.
  const laterScripts = bytesOf(entries, /\.js$/) - scripts;
  return [
    row('first load, scripts', scripts, 125),
    {
      what: 'first load, scripts fetched once everything answers',
      measured: kilobytes(laterScripts),
    },
    row('first load, styles', bytesOf(entries, /\.css$/), 12),
    row('first load, page with its first screen', bytesOf(entries, /^\/$/), 20),
    {
      what: 'first load, requests until everything answers, without photos',
      measured: `${before.length}`,
      budget: '<= 8',
      isMet: before.length <= 8,
    },
    row('first load, everything with the first photos', bytesOf(entries, /./) - laterScripts, 350),
    { what: 'first load, layout shift', measured: shift.toFixed(3), budget: '<= 0.02', isMet: shift <= 0.02 },
  ];
}
