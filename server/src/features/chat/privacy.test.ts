import type { CallInput, CallName } from '@lapau/contract/calls';
import { expect, test } from 'vitest';
import { buildAdmin, buildConversation, buildMember, buildMessage, buildSeller } from '../../testing/builders.ts';
import type { Answer } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
const { id: conversation } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
const fromBuyer = await buildMessage(server, {
  conversation_id: conversation,
  sender_id: buyer.id,
  content: 'rahasia',
});
const fromCook = await buildMessage(server, { conversation_id: conversation, sender_id: cook.id, content: 'rahasia' });

/** The calls that answer something about a conversation or a message. */
const asked: { [Name in CallName]?: (ids: { conversation: string; message: string }) => CallInput<Name> } = {
  get_conversation_details: (ids) => ({ p_conversation_id: ids.conversation }),
  get_messages: (ids) => ({ conversation_id: ids.conversation }),
  sync_messages: (ids) => ({ conversation_id: ids.conversation, after_sequence: 0 }),
  send_message: (ids) => ({ id: crypto.randomUUID(), p_conversation_id: ids.conversation, p_content: 'Halo' }),
  mark_conversation_read: (ids) => ({ conversation_id: ids.conversation, sequence: 2 }),
  mark_message_read: (ids) => ({ message_id: ids.message }),
  delete_message: (ids) => ({ message_id: ids.message }),
  report_message: (ids) => ({ message_id: ids.message, reason: 'Ingin tahu' }),
};

const strangers = [await buildMember(server), await buildSeller(server), await buildAdmin(server)];

test.each(Object.keys(asked) as (keyof typeof asked)[])(
  '%s answers a third person as if the conversation did not exist, and changes nothing',
  async (name) => {
    const missing: Record<'conversation' | 'message', string> = {
      conversation: crypto.randomUUID(),
      message: crypto.randomUUID(),
    };
    const before = await rows();
    for (const stranger of strangers) {
      const ask = (ids: typeof missing): Promise<Answer> => rawCall(name, asked[name]!(ids), stranger);
      const absent = await ask(missing);
      for (const { id } of [fromBuyer, fromCook]) expect(await ask({ conversation, message: id })).toEqual(absent);
      expect(name === 'delete_message' ? absent.body : absent.status).toEqual(
        name === 'delete_message' ? { deleted: false } : 404,
      );
    }
    expect(await rows()).toEqual(before);
  },
);

const rows = async () => [
  await db.selectFrom('conversations').selectAll().execute(),
  await db.selectFrom('messages').selectAll().orderBy('id').execute(),
  await db.selectFrom('reports').selectAll().execute(),
];

test('a third person’s page hears nothing of it, whatever topics it asks for', async () => {
  for (const stranger of strangers) {
    const page = await openPage(server.url, { cookie: stranger.cookie });
    const topics = [
      `user:${buyer.id}`,
      `user:${cook.id}`,
      `conversation:${conversation}`,
      `chat:${conversation}`,
      `messages:${conversation}`,
      'chat',
      'messages',
    ];
    page.send({ type: 'join', topics });
    expect(await page.next()).toEqual({ type: 'refused', topics });
    const send = { id: crypto.randomUUID(), p_conversation_id: conversation, p_content: 'rahasia' };
    await call('send_message', send, buyer);
    await call('mark_conversation_read', { conversation_id: conversation, sequence: 2 ** 31 - 1 }, cook);
    await call('delete_message', { message_id: send.id }, buyer);
    await call('set_block', { person_id: cook.id, blocked: true }, buyer);
    await call('set_block', { person_id: cook.id, blocked: false }, buyer);
    expect(await page.signals()).toEqual([]);
    expect(JSON.stringify(await call('get_user_conversations', {}, stranger))).not.toContain('rahasia');
    expect(JSON.stringify(await call('get_notifications', {}, stranger))).not.toContain(buyer.id);
  }
});

test('the blocked reads what was said, and hears of nothing but that the conversation has changed (D74)', async () => {
  const page = await openPage(server.url, { cookie: cook.cookie });
  await call('set_block', { person_id: cook.id, blocked: true }, buyer);
  expect(await page.signals()).toEqual([
    [`user:${cook.id}`, { type: 'conversations_changed', conversation_id: conversation }],
  ]);
  const details = await call('get_conversation_details', { p_conversation_id: conversation }, cook);
  expect(details).toMatchObject({ writing: 'refused', other_user: { id: buyer.id } });
  expect((await call('get_messages', { conversation_id: conversation }, cook)).messages.length).toBeGreaterThan(1);
});
