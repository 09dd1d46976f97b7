import { setTimeout as delay } from 'node:timers/promises';
import type { Signal, Topic } from '@lapau/contract/signals';
import { awaitStandby, findDeadlock, isRetryable } from '../database/database.ts';
import type { Db, DbTransaction } from '../database/database.ts';
import type { Job, JobOptions, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import type { Bus, Envelope } from '../signals/bus.ts';

/** An open transaction, with the signals and jobs for its commit. Rules take one; queries take its `db`. */
export type Tx = {
  db: DbTransaction;
  /** Signals the pages and processes that are concerned, once, after the commit. */
  signal: (topic: Topic, signal: Signal) => void;
  /** Puts a job into the queue, in this transaction. */
  enqueue: <Data extends object>(job: Job<Data>, data: NoInfer<Data>, options?: JobOptions) => Promise<void>;
  /** Puts many of one kind into the queue, by one statement. */
  enqueueAll: <Data extends object>(job: Job<Data>, data: NoInfer<Data>[]) => Promise<void>;
};

/**
 * Runs a rule in a transaction. It runs again after a deadlock, when a row that it read was deleted before it referred to that row, or
 * when another transaction added a row before the rule did: so the rule may have no effect but through its Tx.
 */
export type RunInTransaction = <Result>(rule: (tx: Tx) => Promise<Result>) => Promise<Result>;

const attempts = 5;

export const createTransactionRunner =
  (db: Db, bus: Bus, jobs: Jobs, log: Log): RunInTransaction =>
  async (rule) => {
    for (let attempt = 1; ; attempt += 1) {
      const envelopes = new Map<string, Envelope>();
      const queued = new Set<string>();
      let deliver = () => {};
      try {
        const result = await db.transaction().execute(async (transaction) => {
          const answer = await rule({
            db: transaction,
            signal: (topic, signal) => envelopes.set(JSON.stringify([topic, signal]), { topic, signal }),
            enqueue: (job, data, options) => {
              queued.add(job.name);
              return jobs.enqueue(transaction, job, data, options);
            },
            enqueueAll: (job, data) => {
              queued.add(job.name);
              return jobs.enqueueAll(transaction, job, data);
            },
          });
          // This comes last, because NOTIFY holds a lock that all notifying commits share.
          if (envelopes.size > 0) deliver = await bus.publish(transaction, [...envelopes.values()]);
          // The rule may have changed nothing, as when a call is repeated.
          else await awaitStandby(transaction);
          return answer;
        });
        deliver();
        for (const name of queued) jobs.wake(name);
        return result;
      } catch (error) {
        const deadlock = findDeadlock(error);
        if (deadlock) log.warn({ attempt, ...deadlock }, 'a transaction met a deadlock');
        if (attempt === attempts || !isRetryable(error)) throw error;
        await delay(5 * 2 ** attempt * Math.random());
      }
    }
  };
