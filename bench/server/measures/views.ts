import pg from 'pg';
import { medianRatio, median, runInRounds } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import type { LoadRequest } from '../load/wrk.ts';
import { getFeed, ofEachReader, readers } from './bench.ts';
import type { Bench } from './bench.ts';

/** A thousand people who open a dish every ten seconds cause so many. */
const opensPerSecond = 100;
/** There are enough connections for the requests that wait, as a view waits for others that are stored with it. */
const openConnections = 60;
const budget = 1.1;

/** Measures get_feed's latency while people open dishes, with and without the counting of views. */
export async function measureViews({ lapau, databaseUrl, rounds, seconds }: Bench): Promise<Row[]> {
  const dishes = await sampleOfDishes(databaseUrl);

  async function feedWhileOpening(counts: boolean) {
    const opens = dishes.flatMap((dish, index): LoadRequest[] => {
      const cookie = cookieOf(1 + (index % readers));
      const details = { path: '/rpc/get_post_details', cookie, body: { p_post_id: dish.post_id } };
      return counts ? [details, { path: '/rpc/record_view', cookie, body: dish }] : [details];
    });
    const perSecond = opensPerSecond * (counts ? 2 : 1);
    const [feed] = await Promise.all([
      load(
        lapau.url,
        ofEachReader((reader) => getFeed(reader)),
        { connections: 16, seconds },
      ),
      load(lapau.url, opens, { connections: openConnections, seconds, perSecond }),
    ]);
    return feed;
  }

  await feedWhileOpening(true);
  const turns = await runInRounds(rounds, {
    on: () => feedWhileOpening(true),
    off: () => feedWhileOpening(false),
  });
  const p99 = { on: turns.on.map((turn) => turn.p99), off: turns.off.map((turn) => turn.p99) };
  const rate = { on: turns.on.map((turn) => turn.rate), off: turns.off.map((turn) => turn.rate) };
  const ratio = medianRatio(p99.on, p99.off);
  return [
    {
      what: `get_feed’s p99 while up to ${opensPerSecond}/s open a dish, views counted`,
      measured: milliseconds(median(p99.on)),
      against: `not counted ${milliseconds(median(p99.off))}`,
      ratio,
      budget: `<= ${budget}`,
      isMet: ratio <= budget,
    },
    {
      what: '  its rate',
      measured: perSecond(median(rate.on)),
      against: `not counted ${perSecond(median(rate.off))}`,
      ratio: medianRatio(rate.on, rate.off),
    },
  ];
}

async function sampleOfDishes(databaseUrl: string): Promise<{ warung_id: string; post_id: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ warung_id: string; post_id: string }>(
    'select user_id as warung_id, id as post_id from posts where visible and not is_admin_post order by random() limit 3000',
  );
  await client.end();
  return rows;
}
