import { cookieOf } from '../data/data.ts';
import type { Sizes } from '../data/data.ts';
import type { PostRequest } from '../load/wrk.ts';
import type { Program } from '../programs/start.ts';

/** What every measure works with. */
export type Bench = {
  databaseUrl: string;
  sizes: Sizes;
  lapau: Program;
  bare: Program;
  rounds: number;
  /** Of one turn. */
  seconds: number;
};

/** The load comes from this many signed-in people. */
export const readers = 2_000;

const numbers = Array.from({ length: readers }, (_, index) => index + 1);

/** The same request of each reader. */
export const ofEachReader = (make: (reader: number) => PostRequest): PostRequest[] => numbers.map(make);

/** get_feed as the n-th member. */
export const getFeed = (reader: number, input: object = {}): PostRequest => ({
  path: '/rpc/get_feed',
  cookie: cookieOf(reader),
  body: input,
});
