import pg from 'pg';
import { medianRatio, median, runInRounds } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load, send } from '../load/wrk.ts';
import { getFeed, ofEachReader, readers } from './bench.ts';
import type { Bench } from './bench.ts';

/** As a thousand people cause them of whom each opens a dish every ten seconds. */
const opensPerSecond = 100;
const budget = 1.1;

/** get_feed's latency while people open dishes, whose views are counted or not (D79). */
export async function measureViews({ lapau, databaseUrl, rounds, seconds }: Bench): Promise<Row[]> {
  const dishes = await sampleOfDishes(databaseUrl);
  const random = (size: number) => Math.floor(Math.random() * size);

  async function feedWhileOpening(counts: boolean) {
    const sent: Promise<unknown>[] = [];
    const timer = setInterval(() => {
      const dish = dishes[random(dishes.length)];
      const cookie = cookieOf(1 + random(readers));
      if (!dish) return;
      sent.push(send(lapau.url, { path: '/rpc/get_post_details', cookie, body: { p_post_id: dish.post_id } }));
      if (counts) sent.push(send(lapau.url, { path: '/rpc/record_view', cookie, body: dish }));
    }, 1000 / opensPerSecond);
    try {
      return await load(
        lapau.url,
        ofEachReader((reader) => getFeed(reader)),
        { connections: 16, seconds },
      );
    } finally {
      clearInterval(timer);
      await Promise.all(sent);
    }
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
      what: `get_feed’s p99 while ${opensPerSecond}/s open a dish, views counted`,
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
