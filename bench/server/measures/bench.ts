import { median } from '../../shared/rounds.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import type { Sizes } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import type { Load, LoadOptions, LoadRequest } from '../load/wrk.ts';
import type { Program } from '../programs/start.ts';

/** What every measure works with. */
export type Bench = {
  databaseUrl: string;
  sizes: Sizes;
  lapau: Program;
  bare: Program;
  rounds: number;
  /** How long one turn lasts. */
  seconds: number;
  /** Whether plans are printed whole, and not only summed up. */
  printsPlans: boolean;
};

/** The load comes from this many signed-in people. */
export const readers = 2_000;

const numbers = Array.from({ length: readers }, (_, index) => index + 1);

/** Makes one request for each reader. */
export const ofEachReader = (make: (reader: number) => LoadRequest): LoadRequest[] => numbers.map(make);

/** get_feed as the n-th member. */
export const getFeed = (reader: number, input: object = {}): LoadRequest => ({
  path: '/rpc/get_feed',
  cookie: cookieOf(reader),
  body: input,
});

export type ServerLoad = Load & {
  /** CPU milliseconds of the server's process for each request; other programs on the machine hardly change them. */
  cpu: number;
};

/** Loads one of the servers and measures how much CPU time it uses for that. */
export async function loadServer(server: Program, requests: LoadRequest[], options: LoadOptions): Promise<ServerLoad> {
  const before = server.cpu();
  const measured = await load(server.url, requests, options);
  return { ...measured, cpu: ((server.cpu() - before) * 1000) / measured.requests };
}

/** Makes a line under a comparison: how much CPU time a request costs each of the two servers. */
export function cpuRow(ofLapau: ServerLoad[], ofBare: ServerLoad[]): Row {
  const [own, bare] = [ofLapau, ofBare].map((loads) => median(loads.map(({ cpu }) => cpu))) as [number, number];
  return {
    what: '  its CPU time in Node',
    measured: `${own.toFixed(2)} ms`,
    against: `bare route ${bare.toFixed(2)} ms`,
    ratio: own / bare,
  };
}
