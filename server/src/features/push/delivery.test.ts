import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildConversation, buildMember, buildSeller, buildSession } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { startLapauProcess } from '../../testing/stories.ts';
import type { Lapau } from '../../testing/stories.ts';

const service = await startPushService();
afterAll(service.close);

/** How many pushes wait or are being sent. */
const countOpen = async ({ db }: Lapau): Promise<number> => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from jobs.job where name = 'send_push' and state < 'completed'`.execute(db);
  return rows[0]?.open ?? 0;
};
/** Waits until so many pushes are open. A killed process is noticed after half a minute, by its missing heartbeat. */
const untilOpen = async (lapau: Lapau, count: number) => {
  await expect.poll(() => countOpen(lapau), { timeout: 400_000 }).toBe(count);
};

test('a server that is killed while it pushes has each device get a message once', async () => {
  const killed = await startLapauProcess(undefined, { pushTimeoutMs: 900_000 });
  let lapau = killed;
  try {
    const [crowd, single, cook] = [await buildMember(killed), await buildMember(killed), await buildSeller(killed)];
    const { vapid_public_key } = await killed.call('get_push_settings', {}, crowd);
    const subscribe = async ({ id }: { id: string }) => {
      const browser = service.browser(vapid_public_key);
      await killed.call('subscribe_push', browser.subscription, await buildSession(killed, id));
      return browser;
    };
    const silent = await subscribe(single);
    const browsers = [silent];
    for (let device = 0; device < limits.pushDevices; device += 1) browsers.push(await subscribe(crowd));
    const conversations: string[] = [];
    for (const { id } of [single, crowd])
      conversations.push((await buildConversation(killed, { user1_id: id, user2_id: cook.id })).id);
    const write = async (p_content: string) => {
      for (const id of conversations) await lapau.call('send_message', { p_conversation_id: id, p_content }, cook);
    };
    // One push is under way, without an answer, when the others have been delivered.
    silent.answers.push('silence');
    await write('satu');
    await untilOpen(killed, 1);
    await killed.kill();

    lapau = await startLapauProcess(killed.dataFolder);
    // A job of a killed process is noticed by its missing heartbeat.
    await untilOpen(lapau, 0);
    await write('dua');
    await untilOpen(lapau, 0);
    for (const { name } of browsers) {
      const bodies = service.received.filter(({ to }) => to === name).map(({ payload }) => payload.body);
      expect(bodies).toEqual(['satu', 'dua']);
    }
  } finally {
    await lapau.stop();
  }
});
