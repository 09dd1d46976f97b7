import { randomInt } from 'node:crypto';
import { walkBadges } from '../../../server/src/testing/badge-walk.ts';
import { withTarget } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const steps = 1_000;

/** Two devices of one person, three others who write: the badge is the count of the rows after each step. */
export const badges: Scenario = (outcome, { rounds = 1, seed = randomInt(2 ** 31) }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    outcome.notes.push(`its seed is ${seed}`);
    for (let round = 0; round < rounds; round += 1) {
      await walkBadges({ ...target, url: target.lapau.url }, { seed: seed + round, steps });
      outcome.rounds += 1;
    }
  });
