import { expect, test } from 'vitest';
import { buildMember, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call } = server;

const talk = async (one: BuiltMember, other: BuiltMember) =>
  (await call('open_conversation', { recipient_id: other.id }, one)).id;
const send = async (conversationId: string, p_content: string, as: BuiltMember) => {
  const input = { id: crypto.randomUUID(), p_conversation_id: conversationId, p_content };
  const [message] = await call('send_message', input, as);
  return message!;
};

test('a message is answered whole, listed for both and counted for its recipient', async () => {
  const [buyer, seller] = [await buildMember(server), await buildSeller(server)];
  const id = await talk(buyer, seller);
  const message = await send(id, ' Masih ada?\n', buyer);
  expect(message).toMatchObject({
    conversation_id: id,
    sequence: 1,
    sender_id: buyer.id,
    content: 'Masih ada?',
    is_read: false,
    post: null,
  });
  const reply = await send(id, 'Masih', seller);
  for (const who of [buyer, seller]) {
    const page = await call('get_messages', { conversation_id: id }, who);
    expect(page).toEqual({ messages: [message, reply], has_older: false, has_newer: false, last_sequence: 2 });
  }
  expect(await call('get_user_conversations', {}, buyer)).toMatchObject([
    {
      id,
      other_user: { id: seller.id, full_name: seller.warung.name, avatar_url: null, is_warung: true, is_admin: false },
      last_message_content: 'Masih',
      last_message_sender_id: seller.id,
      last_message_is_read: false,
      unread_count: 1,
    },
  ]);
});
