import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildConversation, buildMember, buildSeller } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { startPushWorker } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';

const service = await startPushService();
afterAll(service.close);

test('what a server had queued before it was killed is sent once, by the next one', async () => {
  const killed = await startTestServer({ pushNetwork: service.network });
  const cook = await buildSeller(killed);
  const people = await Promise.all(Array.from({ length: 30 }, () => buildMember(killed)));
  const browsers = [];
  for (const person of people) {
    const browser = service.browser(killed.platform.push.publicKey);
    browsers.push(browser.name);
    await killed.call('subscribe_push', browser.subscription, person);
    const { id } = await buildConversation(killed, { user1_id: person.id, user2_id: cook.id });
    await killed.call('send_message', { p_conversation_id: id, p_content: 'Ado' }, cook);
  }
  expect(service.received).toEqual([]);

  const next = await startTestServer({ pushNetwork: service.network, databaseUrl: killed.databaseUrl });
  await startPushWorker(next);
  for (const name of browsers) await service.next(name);
  const waiting = sql`select from jobs.job where name = 'send_push' and state <> 'completed'`;
  await expect.poll(async () => (await waiting.execute(next.db)).rows).toEqual([]);
  expect(service.received.map(({ to }) => to).toSorted()).toEqual(browsers.toSorted());
});

test('a message whose transaction fails pushes nothing', async () => {
  const server = await startTestServer({ pushNetwork: service.network });
  const [person, cook] = [await buildMember(server), await buildSeller(server)];
  await server.call('subscribe_push', service.browser(server.platform.push.publicKey).subscription, person);
  const { id } = await buildConversation(server, { user1_id: person.id, user2_id: cook.id });
  const message = { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Ado' };
  await server.call('send_message', message, cook);
  await expect(server.call('send_message', { ...message, p_content: 'lain' }, cook)).rejects.toThrow('id_conflict');
  await server.call('send_message', message, cook);
  const { rows } = await sql`select from jobs.job where name = 'send_push'`.execute(server.db);
  expect(rows).toHaveLength(1);
});
