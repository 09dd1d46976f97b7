import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildConversation, buildMember } from '../../../server/src/testing/builders.ts';
import { startPushService } from '../../../server/src/testing/push-service.ts';
import type { Outcome } from '../report.ts';
import { withTarget } from '../target/target.ts';
import { until } from '../target/until.ts';
import { measure, send, startTalks, talksCount } from './silent-devices.ts';

const quietMs = 20_000;
const afterMs = 60_000;
/** The push service has closed unused connections by then (keepAliveTimeout): a request on a kept one would be tried again at once. */
const untilClosedMs = 8_000;
/** The most milliseconds by which a reset of one push may delay others' pushes. */
const mostMoreMs = 2_000;
const patienceMs = 240_000;

/**
 * A push service resets one connection in the midst of others' pushes. The others go on, none of them counts as tried because of it,
 * and the push that was reset comes later.
 */
export const oneReset = (outcome: Outcome): Promise<void> =>
  withTarget(outcome, { isRoomy: true, people: 2 * talksCount + 1 }, async (target) => {
    const service = await startPushService();
    try {
      const talks = await startTalks(target, service);
      const without = await measure(target, service, talks, quietMs);
      outcome.notes.push(`before one push is reset: ${without.text}`);
      const [member, writer] = [await buildMember(target), target.people[2 * talksCount]];
      if (!writer) throw new Error('there are too few people');
      const { id } = await buildConversation(target, { user1_id: member.id, user2_id: writer.id });
      const { vapid_public_key } = await target.call('get_push_settings', {}, member);
      const { name, answers, subscription } = service.browser(vapid_public_key, 'push.test');
      await target.call('subscribe_push', subscription, member);
      await delay(untilClosedMs);
      answers.push('reset');
      const requests = service.requests();
      await send(target, id, writer, 'Masih ada?');
      await until('the reset', async () => service.requests() > requests && answers.length === 0, patienceMs);
      const measured = await measure(target, service, talks, afterMs);
      outcome.notes.push(`after it: ${measured.text}`);
      if (measured.most > without.most + mostMoreMs)
        outcome.faults.push(`one push that was reset delayed those of others: ${measured.text}`);
      await until('what was reset to come', async () => service.received.some(({ to }) => to === name), patienceMs);
      const { rows } = await sql<{ tried: number }>`
        select count(*)::int as tried from jobs.job j join push_subscriptions d on d.id::text = j.data ->> 'device'
        where j.name = 'send_push' and (j.data ->> 'attempt')::int > 0 and d.user_id <> ${member.id}`.execute(
        target.db,
      );
      const tried = rows[0]?.tried ?? 0;
      outcome.notes.push(`${tried} pushes of others counted as tried for it`);
      if (tried > 0) outcome.faults.push(`${tried} pushes of others counted as tried though nobody was asked`);
      outcome.rounds += 1;
    } finally {
      await service.close();
    }
  });
