import { calls } from '@lapau/contract/calls';
import pg from 'pg';
import { feedPageStatement } from '../../../server/src/features/feed/queries.ts';
import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { load } from '../load/wrk.ts';
import { getFeed, ofEachReader } from './bench.ts';
import type { Bench } from './bench.ts';
import { askBare } from './feed-sql.ts';

const words = [
  { word: 'dadiah', kind: 'a rare word', isIndexed: true },
  { word: 'gulai', kind: 'a common word', isIndexed: true },
  // two letters make no trigram, so every post is scanned and the budget of indexed searches does not apply
  { word: 'xq', kind: 'two letters that nothing has', isIndexed: false },
];

/** get_feed with a search, beside a bare route that searches the same way. */
export async function measureSearch(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const word of words) rows.push(await measureWord(bench, word));
  const plan = await searchPlan(bench.databaseUrl, 'dadiah');
  const usesTrigrams = plan.includes('posts_search');
  rows.push({
    what: 'plan of the search for a rare word',
    measured: usesTrigrams ? 'trigram index' : 'no trigram index',
    budget: 'trigram index',
    isMet: usesTrigrams,
  });
  return rows;
}

async function measureWord(
  { lapau, bare, rounds, seconds }: Bench,
  { word, kind, isIndexed }: (typeof words)[number],
): Promise<Row> {
  const options = { connections: 16, seconds };
  const turns = await runInRounds(rounds, {
    lapau: () =>
      load(
        lapau.url,
        ofEachReader((reader) => getFeed(reader, { search_term: word })),
        options,
      ),
    bare: () =>
      load(
        bare.url,
        ofEachReader((reader) => askBare(reader, { search_term: word })),
        options,
      ),
  });
  const rates = turns.lapau.map(({ rate }) => rate);
  const bareRates = turns.bare.map(({ rate }) => rate);
  const p99 = median(turns.lapau.map((result) => result.p99));
  return {
    what: `get_feed searching ${kind}, p99`,
    measured: `${milliseconds(p99)}, ${perSecond(median(rates))}`,
    against: `bare route ${perSecond(median(bareRates))}`,
    ratio: medianRatio(rates, bareRates),
    ...(isIndexed && { budget: '<= 150 ms', isMet: p99 <= 150 }),
  };
}

/** PostgreSQL's plan of the statement that get_feed sends for this word. */
async function searchPlan(databaseUrl: string, word: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { text, values } = feedPageStatement(calls.get_feed.input.parse({ search_term: word }));
    return JSON.stringify((await client.query(`explain (format json) ${text}`, values)).rows);
  } finally {
    await client.end();
  }
}
