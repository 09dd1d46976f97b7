import { setTimeout as delay } from 'node:timers/promises';
import { startConversations } from '../load/conversations.ts';
import { startPhone } from '../load/phone.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import { verify } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const phones = 200;
const kills = 2;

/** A village in which every phone's signal comes and goes at random, while all write; the server is killed on the way. */
export const village: Scenario = (outcome, { minutes = 10 }) =>
  withTarget(outcome, { people: phones }, async (target) => {
    await startConversations(target);
    const running = target.people.map((person) => startPhone(target, person));
    try {
      await delay((minutes * 60_000) / (kills + 1));
      for (let kill = 0; kill < kills; kill += 1) {
        await target.lapau.kill();
        await target.lapau.start();
        await delay((minutes * 60_000) / (kills + 1));
      }
    } finally {
      const ends = await Promise.allSettled(running.map(({ finish }) => finish()));
      for (const end of ends) if (end.status === 'rejected') outcome.faults.push(String(end.reason));
    }
    await verify(target);
    await verifyOrder(target);
    outcome.rounds = 1;
    const silences = running.reduce((sum, phone) => sum + phone.silences(), 0);
    outcome.notes.push(`${phones} phones lost their signal ${silences} times; the server was killed ${kills} times`);
  });

/** Notes a fault unless each person's messages stand in the order in which they were written. */
async function verifyOrder({ db, people, outcome }: Target): Promise<void> {
  for (const { id, conversation } of people) {
    const rows = await db
      .selectFrom('messages')
      .select('content')
      .where('sender_id', '=', id)
      .orderBy('sequence')
      .execute();
    const read = rows.map(({ content }) => content);
    const at = conversation?.written.findIndex((content, index) => content !== read[index]) ?? -1;
    if (at >= 0)
      outcome.faults.push(`message ${at} of ${id} is “${read[at]}” instead of “${conversation?.written[at]}”`);
  }
}
