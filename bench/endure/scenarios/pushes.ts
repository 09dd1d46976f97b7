import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildConversation } from '../../../server/src/testing/builders.ts';
import { startPushService } from '../../../server/src/testing/push-service.ts';
import { countAnswer } from '../report.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Person, Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { oneReset } from './one-reset.ts';
import type { Scenario } from './scenario.ts';
import { silentDevices } from './silent-devices.ts';

const talksCount = 40;
const messagesPerRound = 8;
const killsPerRound = 2;
const longestPauseMs = 1_500;
const pauseBeforeRepeatMs = 300;
/** A killed process's jobs are noticed after 20 seconds and the next look, and a push without an answer waits for 30. */
const patienceMs = 240_000;
/** Pushes that a process has under way at once (features/push/jobs.ts): a killed process may have sent so many and not noted it. */
const underWay = 32;

/** Somebody who writes to a person whose browser gets pushes. */
type Talk = { id: string; writer: Person; reader: Person; browser: string; written: number };

/**
 * People write to browsers while Node is killed. Each browser's last push has to be its newest message, none may come after a later
 * one, and only pushes that were under way at a kill may come twice. Then one push is reset, and others have devices that never answer.
 */
export const pushes: Scenario = async (outcome, { rounds = 10, minutes = 5 }) => {
  await pushesWhileKilled(outcome, rounds);
  await oneReset(outcome);
  await silentDevices(outcome, minutes);
};

const pushesWhileKilled = (outcome: Outcome, rounds: number): Promise<void> =>
  withTarget(outcome, { isRoomy: true, people: 2 * talksCount }, async (target) => {
    const service = await startPushService();
    try {
      const talks = await startTalks(target, service);
      for (let round = 0; round < rounds; round += 1) {
        const writing = Promise.all(talks.map((talk) => write(target, talk)));
        for (let kill = 0; kill < killsPerRound; kill += 1) {
          await delay(longestPauseMs * (1 + Math.random()));
          await target.lapau.kill();
          await target.lapau.start();
        }
        await writing;
        await until('all pushes to be sent', async () => (await countOpen(target)) === 0, patienceMs);
        outcome.rounds += 1;
      }
      verify(target, talks, service.received, rounds * killsPerRound);
    } finally {
      await service.close();
    }
  });

async function startTalks(target: Target, service: Awaited<ReturnType<typeof startPushService>>): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (const [index, writer] of target.people.slice(0, talksCount).entries()) {
    const reader = target.people[talksCount + index];
    if (!reader) continue;
    const { id } = await buildConversation(target, { user1_id: reader.id, user2_id: writer.id });
    const { vapid_public_key } = await target.call('get_push_settings', {}, reader);
    const { name, subscription } = service.browser(vapid_public_key, 'push.test');
    await target.call('subscribe_push', subscription, reader);
    talks.push({ id, writer, reader, browser: name, written: 0 });
  }
  return talks;
}

/** Writes messages; the reader answers once, or the writer would have to wait. */
async function write(target: Target, talk: Talk): Promise<void> {
  for (let message = 0; message < messagesPerRound; message += 1) {
    await send(target, talk.id, talk.writer, `Pesan ${talk.written + 1}`);
    talk.written += 1;
    await delay(longestPauseMs * Math.random());
  }
  await send(target, talk.id, talk.reader, 'Ya.');
}

/** Sends a message as the web does: again, with the same id, until there is an answer. */
async function send({ rawCall, outcome }: Target, id: string, sender: Person, p_content: string): Promise<void> {
  const input = { id: randomUUID(), p_conversation_id: id, p_content };
  for (;;) {
    try {
      const { status } = await rawCall('send_message', input, sender);
      if (status === 200) {
        outcome.acknowledged += 1;
        return;
      }
      countAnswer(outcome, String(status));
      if (status !== 503) throw new Error(`a message was answered ${status}`);
    } catch (error) {
      // fetch throws this for the network (Fetch standard, section 5.6)
      if (!(error instanceof TypeError)) throw error;
      countAnswer(outcome, 'no answer');
    }
    await delay(pauseBeforeRepeatMs);
  }
}

async function countOpen({ db }: Target): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from jobs.job where name = 'send_push' and state < 'completed'`.execute(db);
  return rows[0]?.open ?? 0;
}

type Received = Awaited<ReturnType<typeof startPushService>>['received'];

function verify({ outcome }: Target, talks: Talk[], received: Received, kills: number): void {
  let repeated = 0;
  let pushed = 0;
  for (const { browser, written } of talks) {
    const numbers = received
      .filter(({ to, payload }) => to === browser && payload.title !== undefined)
      .map(({ payload }) => Number(payload.body?.split(' ')[1]));
    pushed += numbers.length;
    if (numbers.at(-1) !== written) {
      outcome.lost += 1;
      outcome.faults.push(`a browser was pushed message ${numbers.at(-1)} last, of ${written}`);
    }
    for (const [index, number] of numbers.entries()) {
      const before = numbers[index - 1] ?? 0;
      if (number === before) repeated += 1;
      else if (number < before) outcome.faults.push(`a browser was pushed message ${number} after ${before}`);
    }
  }
  outcome.doubled += Math.max(0, repeated - underWay * kills);
  outcome.notes.push(`${pushed} pushes to ${talks.length} browsers, ${repeated} of them twice; ${kills} kills`);
}
