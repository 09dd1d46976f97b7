import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { answerTimeoutMs } from './connections.ts';
import type { OnAnswer } from './connections.ts';

const slowMs = 500;
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10];
const namedLetters = 120;

/**
 * @returns a function that notes how long each statement took, and logs the beginning of a slow one, whose text never has values. A
 *   statement that may be slow (allowSlowStatements) is not logged
 */
export function watchStatements(log: Log, { counter, durations }: Metrics): OnAnswer {
  const note = durations('lapau_statement_seconds', 'How long PostgreSQL took to answer a statement', [], buckets);
  const countSlow = counter('lapau_slow_statements_total', `Statements that took longer than ${slowMs} ms`, []);
  return (text, tookMs, limitMs) => {
    note({}, tookMs / 1_000);
    if (tookMs < slowMs || limitMs > answerTimeoutMs) return;
    countSlow({});
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, namedLetters);
    log.warn({ statement, tookMs: Math.round(tookMs) }, 'a slow statement');
  };
}
