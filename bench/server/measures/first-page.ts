import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { runInRounds, median, medianRatio } from '../../shared/rounds.ts';
import { kilobytes, milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { pgbench } from '../load/pgbench.ts';
import { send } from '../load/wrk.ts';
import { cpuRow, getFeed, loadServer, ofEachReader, readers } from './bench.ts';
import type { Bench } from './bench.ts';
import { askBare, pgbenchPage } from './feed-sql.ts';

/** Measures get_feed's first page, beside a bare route and pgbench on the same SQL. */
export async function measureFirstPage(bench: Bench): Promise<Row[]> {
  const page = await send(bench.lapau.url, getFeed(1));
  assert.deepEqual(JSON.parse(page), JSON.parse(await send(bench.bare.url, askBare(1))), 'both send the same page');
  const size = gzipSync(page, { level: 5 }).length;
  return [
    ...(await atConnections(bench, 16)),
    ...(await atConnections(bench, 64)),
    await compressed(bench),
    { what: 'page of 20 posts, gzip', measured: kilobytes(size), budget: '<= 4 kB', isMet: size <= 4_000 },
  ];
}

async function atConnections(
  { lapau, bare, databaseUrl, rounds, seconds }: Bench,
  connections: number,
): Promise<Row[]> {
  const options = { connections, seconds };
  const ofLapau = () =>
    loadServer(
      lapau,
      ofEachReader((reader) => getFeed(reader)),
      options,
    );
  const ofBare = () =>
    loadServer(
      bare,
      ofEachReader((reader) => askBare(reader)),
      options,
    );
  await ofLapau();
  await ofBare();
  const turns = await runInRounds(rounds, {
    lapau: ofLapau,
    bare: ofBare,
    counting: () => pgbench(databaseUrl, pgbenchPage(readers, true), options),
    counters: () => pgbench(databaseUrl, pgbenchPage(readers, false), options),
  });
  const rates = turns.lapau.map(({ rate }) => rate);
  const measured = perSecond(median(rates));
  const bareRates = turns.bare.map(({ rate }) => rate);
  const toBare = medianRatio(rates, bareRates);
  const toCounting = medianRatio(rates, turns.counting);
  const toCounters = medianRatio(rates, turns.counters);
  const what = `get_feed first page, ${connections} connections`;
  const p99 = median(turns.lapau.map((result) => result.p99));
  const bareP99 = median(turns.bare.map((result) => result.p99));
  return [
    {
      what,
      measured,
      against: `bare route ${perSecond(median(bareRates))}`,
      ratio: toBare,
      budget: '>= 2.0',
      isMet: toBare >= 2,
    },
    {
      what,
      measured,
      against: `pgbench counting ${perSecond(median(turns.counting))}`,
      ratio: toCounting,
      budget: '>= 2.2',
      isMet: toCounting >= 2.2,
    },
    { what, measured, against: `pgbench counters ${perSecond(median(turns.counters))}`, ratio: toCounters },
    {
      what: '  its p99',
      measured: milliseconds(p99),
      against: `bare route ${milliseconds(bareP99)}`,
      ratio: p99 / bareP99,
      ...(connections === 16 && { budget: '<= 15 ms', isMet: p99 <= 15 }),
    },
    cpuRow(turns.lapau, turns.bare),
  ];
}

/** Measures answers in gzip, for which phones ask and which costs the server time; wrk asks for plain ones elsewhere. */
async function compressed({ lapau, rounds, seconds }: Bench): Promise<Row> {
  const requests = ofEachReader((reader) => getFeed(reader));
  const options = { connections: 16, seconds };
  const turns = await runInRounds(rounds, {
    gzip: () => loadServer(lapau, requests, { ...options, acceptEncoding: 'gzip' }),
    plain: () => loadServer(lapau, requests, options),
  });
  const rates = { gzip: turns.gzip.map(({ rate }) => rate), plain: turns.plain.map(({ rate }) => rate) };
  return {
    what: 'get_feed first page sent as gzip',
    measured: perSecond(median(rates.gzip)),
    against: `plain ${perSecond(median(rates.plain))}`,
    ratio: medianRatio(rates.gzip, rates.plain),
  };
}
