import pg from 'pg';
import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cpuRow, getFeed, loadServer, ofEachReader } from './bench.ts';
import type { Bench } from './bench.ts';
import { askBare } from './feed-sql.ts';

type Cursor = { created_at: string; id: string };

export const nagari = 'Muaro Paiti';
const pageSize = 20;

/** The cursor of a page, by its number. */
export const cursorOf = async (databaseUrl: string, page: number, only?: string): Promise<Cursor> =>
  (await cursorsAt(databaseUrl, [(page - 1) * pageSize], only))[0] as Cursor;

/** The posts at these places of the feed, counted from 1, as cursors. */
async function cursorsAt(databaseUrl: string, places: number[], only?: string): Promise<Cursor[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ created_at: Date; id: string }>(
    `select created_at, id from (
       select created_at, id, row_number() over (order by created_at desc, id desc) as place
       from posts where visible ${only ? 'and nagari_key = nagari_key($2)' : ''}
     ) posts where place = any($1::int[]) order by place`,
    [places, ...(only ? [only] : [])],
  );
  await client.end();
  return rows.map(({ created_at, id }) => ({ created_at: created_at.toISOString(), id }));
}

/** Measures pages further down, and pages of one nagari, beside the first page. */
export async function measureLaterPages({ lapau, bare, databaseUrl, rounds, seconds }: Bench): Promise<Row[]> {
  const options = { connections: 16, seconds };
  const fiftieth = await cursorOf(databaseUrl, 50);
  const fiftiethOfOne = await cursorOf(databaseUrl, 50, nagari);
  // The pages start at different posts, and are more than Lapau caches.
  const scattered = await cursorsAt(
    databaseUrl,
    Array.from({ length: 1_000 }, (_, index) => 1_000 + index),
  );
  const cursorFor = (reader: number) => scattered[reader % scattered.length] as Cursor;
  const requestPage = (input: object) => () =>
    loadServer(
      lapau,
      ofEachReader((reader) => getFeed(reader, input)),
      options,
    );
  const turns = await runInRounds(rounds, {
    first: requestPage({}),
    fiftieth: requestPage({ before: fiftieth }),
    one: requestPage({ nagari_filter: nagari }),
    fiftiethOfOne: requestPage({ nagari_filter: nagari, before: fiftiethOfOne }),
    uncached: () =>
      loadServer(
        lapau,
        ofEachReader((reader) => getFeed(reader, { before: cursorFor(reader) })),
        options,
      ),
    bare: () =>
      loadServer(
        bare,
        ofEachReader((reader) => askBare(reader, { before: cursorFor(reader) })),
        options,
      ),
  });
  const rates = Object.fromEntries(
    Object.entries(turns).map(([name, results]) => [name, results.map(({ rate }) => rate)]),
  ) as Record<keyof typeof turns, number[]>;
  const first = `first page ${perSecond(median(rates.first))}`;
  const beside = (what: string, own: number[]): Row => {
    const ratio = medianRatio(own, rates.first);
    return { what, measured: perSecond(median(own)), against: first, ratio, budget: '>= 0.8', isMet: ratio >= 0.8 };
  };
  return [
    beside('get_feed page 50', rates.fiftieth),
    beside('get_feed one nagari', rates.one),
    beside('get_feed page 50 of one nagari', rates.fiftiethOfOne),
    {
      what: 'get_feed, uncached pages',
      measured: `${perSecond(median(rates.uncached))}, p99 ${milliseconds(median(turns.uncached.map(({ p99 }) => p99)))}`,
      against: `bare route ${perSecond(median(rates.bare))}`,
      ratio: medianRatio(rates.uncached, rates.bare),
    },
    cpuRow(turns.uncached, turns.bare),
  ];
}
