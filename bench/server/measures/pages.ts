import assert from 'node:assert/strict';
import { median, medianRatio, runInRounds } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import type { Load, LoadRequest } from '../load/wrk.ts';
import { getFeed, loadServer, ofEachReader } from './bench.ts';
import type { Bench, ServerLoad } from './bench.ts';

/** A thousand people who open the app every minute and a half cause so many. */
const pagesPerSecond = 10;
/** Alone there are more of them, so that the processor's clock tells them apart, and not so many that the process counts as busy. */
const alonePerSecond = 40;

/** The feed's page for a member: with its first screen rendered into it, or as a browser that has left without a signal asks for it. */
const pageOf =
  (isRendered: boolean) =>
  (reader: number): LoadRequest => ({ path: '/', cookie: `${cookieOf(reader)}${isRendered ? '' : '; lapau.left=1'}` });
const [rendered, shell] = [ofEachReader(pageOf(true)), ofEachReader(pageOf(false))];

type Turns<Measured extends Load> = Record<'rendered' | 'shell', Measured[]>;

/** Measures the page of the feed with its first screen and without: a few a second, under load, and beside get_feed. */
export async function measurePages({ lapau, rounds, seconds }: Bench): Promise<Row[]> {
  const isRendered = async (cookie = '') =>
    (await (await fetch(`${lapau.url}/`, { headers: { cookie } })).text()).includes('data-rendered=');
  assert.deepEqual(
    [await isRendered(pageOf(true)(1).cookie), await isRendered(pageOf(false)(1).cookie)],
    [true, false],
    'one page is rendered and the other is not; npm run build makes what renders them',
  );
  const inTurns = <Measured extends Load>(measure: (pages: LoadRequest[]) => Promise<Measured>) =>
    runInRounds(rounds, { rendered: () => measure(rendered), shell: () => measure(shell) });
  // The code that renders is slow until it has run some hundred times.
  await load(lapau.url, rendered, { connections: 1, seconds: 10, perSecond: alonePerSecond });
  const alone = await inTurns((pages) =>
    loadServer(lapau, pages, { seconds, connections: 1, perSecond: alonePerSecond }),
  );
  // While other requests wait, the server leaves the screen out.
  const underLoad = await inTurns((pages) => loadServer(lapau, pages, { seconds, connections: 16 }));
  const feeds = ofEachReader((reader) => getFeed(reader));
  const besidePages = await inTurns(async (pages) => {
    const feed = load(lapau.url, feeds, { seconds, connections: 16 });
    await load(lapau.url, pages, { seconds, connections: 4, perSecond: pagesPerSecond });
    return feed;
  });
  const besideRate = rateRow(`get_feed while ${pagesPerSecond}/s open the feed, rendered`, besidePages);
  return [
    cpuRowOf(alone),
    p99Row(alone),
    rateRow('page of the feed, 16 connections', underLoad),
    p99Row(underLoad),
    { ...besideRate, budget: '>= 0.9', isMet: (besideRate.ratio ?? 0) >= 0.9 },
    p99Row(besidePages),
  ];
}

function cpuRowOf({ rendered: pages, shell: shells }: Turns<ServerLoad>): Row {
  const [own, bare] = [pages, shells].map((loads) => median(loads.map(({ cpu }) => cpu))) as [number, number];
  return {
    what: `CPU time in Node of the feed's page, rendered, ${alonePerSecond}/s`,
    measured: milliseconds(own),
    against: `shell ${milliseconds(bare)}`,
    ratio: own / bare,
    budget: '<= 5 ms more',
    isMet: own - bare <= 5,
  };
}

function rateRow(what: string, { rendered: pages, shell: shells }: Turns<Load>): Row {
  const [own, bare] = [pages, shells].map((loads) => loads.map(({ rate }) => rate)) as [number[], number[]];
  return {
    what,
    measured: perSecond(median(own)),
    against: `shells ${perSecond(median(bare))}`,
    ratio: medianRatio(own, bare),
  };
}

function p99Row({ rendered: pages, shell: shells }: Turns<Load>): Row {
  const [own, bare] = [pages, shells].map((loads) => loads.map(({ p99 }) => p99)) as [number[], number[]];
  return {
    what: '  its p99',
    measured: milliseconds(median(own)),
    against: `shells ${milliseconds(median(bare))}`,
    ratio: medianRatio(own, bare),
  };
}
