import { setTimeout as delay } from 'node:timers/promises';
import { contend } from '../../../server/src/testing/contention.ts';
import { countAnswer } from '../report.ts';
import { withTarget } from '../target/target.ts';
import { verify } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const size = { members: 6, sellers: 3, posts: 4, workers: 16, operations: 3_000, deletions: 30 };
/** An idle connection of PostgreSQL reports what it has counted within 10 s. */
const statisticsDelayMs = 11_000;

/** People suspend, delete, like, comment and post at once on the same few people and posts. */
export const contention: Scenario = (outcome, { rounds = 5 }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const [answer, times] of await contend(target, size)) {
        const status = answer.split(' ').at(-1) ?? '';
        if (status === '200') outcome.acknowledged += times;
        else countAnswer(outcome, status.startsWith('5') ? `${status} ${answer}` : status, times);
      }
      await delay(statisticsDelayMs);
      await verify(target);
      outcome.rounds += 1;
    }
  });
