import { calls } from '@lapau/contract/calls';
import { findFeedPage } from '../../../server/src/features/feed/queries.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { milliseconds } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cursorOf, nagari } from './later-pages.ts';

/** Measures the database's time for an uncached page of the feed with ten times as many posts. */
export async function measureGrowth(
  smallUrl: string,
  largeUrl: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Row[]> {
  const kinds = [
    { what: 'first page', input: async () => ({}), limit: 1.2 },
    { what: 'page 50', input: async (url: string) => ({ before: await cursorOf(url, 50) }), limit: 1.2 },
    { what: 'one nagari', input: async () => ({ nagari_filter: nagari }), limit: 1.2 },
    { what: 'search, a rare word', input: async () => ({ search_term: 'dadiah' }), limit: 2 },
    { what: 'search, a common word', input: async () => ({ search_term: 'gulai' }), limit: 2 },
  ];
  const small = openDatabase(smallUrl, createLog('warn'));
  const large = openDatabase(largeUrl, createLog('warn'));
  try {
    const rows: Row[] = [];
    for (const { what, input, limit } of kinds) {
      const [ofSmall, ofLarge] = [await input(smallUrl), await input(largeUrl)];
      const turns = await runInRounds(rounds, {
        small: () => timeOf(small, ofSmall, seconds),
        large: () => timeOf(large, ofLarge, seconds),
      });
      const ratio = medianRatio(turns.large, turns.small);
      rows.push({
        what: `ten times the posts: ${what}`,
        measured: milliseconds(median(turns.large)),
        against: `before ${milliseconds(median(turns.small))}`,
        ratio,
        budget: `<= ${limit.toFixed(1)}`,
        isMet: ratio <= limit,
      });
    }
    return rows;
  } finally {
    await small.pool.end();
    await large.pool.end();
  }
}

/** Measures the milliseconds of one page that one person asks for again and again. */
async function timeOf(database: Database, input: object, seconds: number): Promise<number> {
  const filter = calls.get_feed.input.parse(input);
  await findFeedPage(database, filter);
  const begun = performance.now();
  let pages = 0;
  while (performance.now() < begun + seconds * 1000) {
    await findFeedPage(database, filter);
    pages += 1;
  }
  return (performance.now() - begun) / pages;
}
