import { calls } from '@lapau/contract/calls';
import pg from 'pg';
import { feedPageStatement } from '../../../server/src/features/feed/queries.ts';
import { nearWordsStatement } from '../../../server/src/features/search/queries.ts';
import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import { getFeed, ofEachReader } from './bench.ts';
import type { Bench } from './bench.ts';
import { askBare } from './feed-sql.ts';

const words = [
  { word: 'dadiah', kind: 'a rare word', isIndexed: true },
  { word: 'gulai', kind: 'a common word', isIndexed: true },
  // Two letters make no trigram, so every post is scanned and the budget of indexed searches does not apply.
  { word: 'xq', kind: 'two letters that nothing has', isIndexed: false },
];

const nearSearches = [
  { term: 'rendang', kind: 'a spelling that people mix' },
  { term: 'lauak pangek', kind: 'two words in another order' },
  { term: 'ketupat gulei bauang', kind: 'three misspelt words' },
  { term: 'itiak gulai', kind: 'two common words that no dish has together' },
  { term: 'qxyzzy', kind: 'a word that nothing is near' },
];

/** Measures get_feed with a search, beside a bare route that searches the same way. */
export async function measureSearch(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const word of words) rows.push(await measureWord(bench, word));
  for (const search of nearSearches) rows.push(await measureNearSearch(bench, search));
  const pageStatement = feedPageStatement(calls.get_feed.input.parse({ search_term: 'dadiah' }));
  const plans = [
    { of: 'the search for a rare word', statement: pageStatement, index: 'posts_search' },
    {
      of: 'the words near to a misspelt one',
      statement: nearWordsStatement(['randag']),
      index: 'search_words_nearest',
    },
  ];
  for (const { of, statement, index } of plans) {
    const usesTrigrams = (await planOf(bench.databaseUrl, statement)).includes(index);
    rows.push({
      what: `plan of ${of}`,
      measured: usesTrigrams ? 'trigram index' : 'no trigram index',
      budget: 'trigram index',
      isMet: usesTrigrams,
    });
  }
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

/** Measures search_posts, which a page calls when get_feed has found nothing. */
async function measureNearSearch(
  { lapau, rounds, seconds }: Bench,
  { term, kind }: (typeof nearSearches)[number],
): Promise<Row> {
  const requests = ofEachReader((reader) => ({
    path: '/rpc/search_posts',
    cookie: cookieOf(reader),
    body: { search_term: term },
  }));
  const { turns } = await runInRounds(rounds, {
    turns: () => load(lapau.url, requests, { connections: 16, seconds }),
  });
  const [p50, p99] = [median(turns.map((turn) => turn.p50)), median(turns.map((turn) => turn.p99))];
  return {
    what: `search_posts with ${kind}, p99`,
    measured: `${milliseconds(p99)}, p50 ${milliseconds(p50)}, ${perSecond(median(turns.map(({ rate }) => rate)))}`,
    budget: '<= 150 ms',
    isMet: p99 <= 150,
  };
}

async function planOf(databaseUrl: string, { text, values }: { text: string; values: unknown[] }): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return JSON.stringify((await client.query(`explain (format json) ${text}`, values)).rows);
  } finally {
    await client.end();
  }
}
