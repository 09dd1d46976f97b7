import { randomInt } from 'node:crypto';
import { sendThroughFailures } from '../../../server/src/testing/message-sending.ts';
import { countAnswer } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const size = { messages: 500, kills: 10 };

/** Two people write to each other while answers are lost and pages and Node are killed; each reads all of it, in order. */
export const messages: Scenario = (outcome, { rounds = 3, seed = randomInt(2 ** 31) }) =>
  withTarget(outcome, { isRoomy: true }, async (target) => {
    outcome.notes.push(`its seed is ${seed}`);
    const kill = async () => {
      await target.lapau.kill();
      await target.lapau.start();
    };
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      const sent = await sendThroughFailures(target, { ...size, seed: seed + round, kill });
      outcome.acknowledged += sent.acknowledged;
      outcome.lost += size.messages - sent.acknowledged;
      for (const [answer, times] of sent.answers) if (answer !== '200') countAnswer(outcome, answer, times);
      outcome.faults.push(...sent.faults.map((fault) => `round ${round}: ${fault}`));
      pages += sent.pagesKilled;
      outcome.rounds += 1;
    }
    outcome.notes.push(`${pages} pages and ${rounds * size.kills} servers were killed`);
  });
