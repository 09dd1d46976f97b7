import type { CallInput, CallName } from '@lapau/contract/calls';
import { median, medianRatio, runInRounds } from '../../shared/rounds.ts';
import { milliseconds } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load } from '../load/wrk.ts';
import type { Load } from '../load/wrk.ts';
import type { Bench } from './bench.ts';
import { askBare } from './feed-sql.ts';
import { explainCall } from './plans.ts';

/** A call that one person makes, one answer after another. */
export type TimedCall<Name extends CallName = CallName> = {
  what: string;
  call: Name;
  input: CallInput<Name>;
};

/** Makes a call to be timed; the compiler checks its input against the call. */
export const timed = <Name extends CallName>(what: string, call: Name, input: CallInput<Name>): TimedCall => ({
  what,
  call,
  input,
});

const budgetMs = 100;
/** One second suffices for one person's requests, and there are many calls. */
export const secondsOfCall = 1;
const options = { connections: 1, seconds: secondsOfCall };

/** Measures how soon each call is answered, beside the bare route's page of the feed, and which tables its statements read whole. */
export async function measureCalls(
  { lapau, bare, databaseUrl, rounds, printsPlans }: Bench,
  reader: number,
  timedCalls: TimedCall[],
): Promise<Row[]> {
  const cookie = cookieOf(reader);
  const contestants: Record<string, () => Promise<Load>> = {
    bare: () => load(bare.url, [askBare(reader)], options),
  };
  for (const { what, call, input } of timedCalls) {
    contestants[what] = () => load(lapau.url, [{ path: `/rpc/${call}`, cookie, body: input }], options);
  }
  const { bare: ofBare = [], ...turns } = await runInRounds<Record<string, Load>>(rounds, contestants);
  const barePage = ofBare.map(({ p50 }) => p50);
  const rows: Row[] = [];
  for (const { what, call, input } of timedCalls) {
    const p50s = (turns[what] ?? []).map((turn) => turn.p50);
    const p50 = median(p50s);
    const p99 = median((turns[what] ?? []).map((turn) => turn.p99));
    const plan = await explainCall(databaseUrl, reader, call, input);
    if (printsPlans) console.log(`\n${what}: ${call} ${JSON.stringify(input)}\n${plan.text}`);
    rows.push({
      what,
      measured: [milliseconds(p50), `p99 ${milliseconds(p99)}`, plan.summary].join(', '),
      against: `feed’s page, bare ${milliseconds(median(barePage))}`,
      ratio: medianRatio(p50s, barePage),
      budget: `<= ${budgetMs} ms`,
      isMet: p50 <= budgetMs,
    });
  }
  return rows;
}
