import { expect, test } from 'vitest';
import { buildAdmin, buildConversation, buildMember, buildMessage, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const open = (recipient: { id: string }, as: Credential) =>
  call('open_conversation', { recipient_id: recipient.id }, as);
const refusal = async (recipient_id: string, as: Credential) =>
  (await rawCall('open_conversation', { recipient_id }, as)) as { status: number; body: { code: string } };

test('a conversation is opened once and found from both sides; while empty only who opened it lists it (D32)', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const page = await openPage(server.url, { cookie: buyer.cookie });
  const opened = await open(cook, buyer);
  expect(opened).toMatchObject({ created: true });
  expect(await page.signals()).toMatchObject([
    [`user:${buyer.id}`, { type: 'conversations_changed', conversation_id: opened.id }],
  ]);
  for (const [one, other] of [[cook, buyer] as const, [buyer, cook] as const])
    expect(await open(one, other)).toEqual({ id: opened.id, created: false });
  expect(await call('get_user_conversations', {}, buyer)).toMatchObject([
    { id: opened.id, last_message_content: null },
  ]);
  expect(await call('get_user_conversations', {}, cook)).toEqual([]);
  await buildMessage(server, { conversation_id: opened.id, sender_id: buyer.id });
  expect(await call('get_user_conversations', {}, cook)).toMatchObject([{ id: opened.id }]);
});

test('20 at once from both sides are one conversation (D32)', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
    const answers = await inParallel(20, (index) => (index % 2 ? open(cook, buyer) : open(buyer, cook)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
  }
});

test('not with oneself, a suspended or a missing person, and one of the two sells or is an admin (D32)', async () => {
  const buyer = await buildMember(server);
  const refused = { status: 403, body: { code: 'message_refused', message: 'Pesan tidak dapat dikirim.' } };
  expect(await refusal(buyer.id, buyer)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  for (const { id } of [
    { id: crypto.randomUUID() },
    await buildSeller(server, { profile: { is_suspended: true } }),
    await buildSeller(server, { warung: { is_suspended: true } }),
    await buildMember(server, { is_suspended: true }),
  ]) {
    expect(await refusal(id, buyer)).toEqual(refused);
  }
  expect(await refusal((await buildMember(server)).id, buyer)).toMatchObject({
    status: 403,
    body: { code: 'conversation_forbidden' },
  });
  expect(await open(buyer, await buildSeller(server))).toMatchObject({ created: true });
  expect(await open(admin, buyer)).toMatchObject({ created: true });
});

test('a conversation that exists is found whatever has happened since, and refuses what it must (D30)', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const { id } = await open(cook, buyer);
  await db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', cook.id).execute();
  expect(await open(cook, buyer)).toEqual({ id, created: false });
  await call('toggle_user_suspension', { user_id_to_toggle: cook.id, suspended: true }, admin);
  expect(await open(cook, buyer)).toEqual({ id, created: false });
});

test('who has just come opens ten conversations an hour, also when many are asked for at once', async () => {
  const newcomer = await buildMember(server);
  const cooks = await inParallel(14, () => buildSeller(server));
  const answers = await inParallel(14, (index) => refusal(cooks[index]!.id, newcomer));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: 'too_many_conversations' },
  });
  // Conversations that exist are found although the limit is used up.
  const found = answers.findIndex(({ status }) => status === 200);
  expect(await open(cooks[found]!, newcomer)).toMatchObject({ created: false });
  const hourAgo = new Date(Date.now() - 3_601_000);
  await db.updateTable('conversations').set({ created_at: hourAgo }).where('created_by', '=', newcomer.id).execute();
  expect(await open(await buildSeller(server), newcomer)).toMatchObject({ created: true });
  const known = await buildMember(server, { created_at: new Date(Date.now() - 8 * 86_400_000) });
  const more = await inParallel(14, (index) => refusal(cooks[index]!.id, known));
  expect(more.every(({ status }) => status === 200)).toBe(true);
});

test('who is deleted or suspended leaves the conversation to the other, readable, without a name and closed (D30)', async () => {
  const cook = await buildSeller(server);
  const [suspended, deleted] = [await buildMember(server), await buildMember(server)];
  for (const person of [suspended, deleted]) {
    const { id } = await buildConversation(server, { user1_id: person.id, user2_id: cook.id });
    await buildMessage(server, { conversation_id: id, sender_id: person.id, content: 'Jejak' });
    const page = await openPage(server.url, { cookie: cook.cookie });
    if (person === suspended) {
      await call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended: true }, admin);
    } else {
      await server.platform.transaction(async (tx) => {
        const { deletePerson } = await import('../profile/rules.ts');
        await deletePerson(tx, person.id);
      });
    }
    expect(await page.signals()).toContainEqual([
      `user:${cook.id}`,
      { type: 'conversations_changed', conversation_id: id },
    ]);
    expect(await call('get_conversation_details', { p_conversation_id: id }, cook)).toMatchObject({
      other_user: null,
      writing: 'refused',
    });
    expect((await call('get_messages', { conversation_id: id }, cook)).messages).toMatchObject([
      { content: 'Jejak', sender_id: person === suspended ? person.id : null },
    ]);
    const send = { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Halo' };
    expect(await rawCall('send_message', send, cook)).toMatchObject({
      status: 403,
      body: { code: 'message_refused', message: 'Pesan tidak dapat dikirim.' },
    });
  }
  await call('toggle_user_suspension', { user_id_to_toggle: suspended.id, suspended: false }, admin);
  const rows = await call('get_user_conversations', {}, cook);
  expect(new Set(rows.map(({ other_user }) => other_user?.id ?? null))).toEqual(new Set([suspended.id, null]));
});

test('a conversation goes with the second of its two accounts', async () => {
  const { conversation_id, sender_id } = await buildMessage(server);
  const { user2_id } = await db
    .selectFrom('conversations')
    .select('user2_id')
    .where('id', '=', conversation_id)
    .executeTakeFirstOrThrow();
  const isThere = async () =>
    (await db.selectFrom('messages').select('id').where('conversation_id', '=', conversation_id).execute()).length > 0;
  await db.deleteFrom('profiles').where('id', '=', sender_id).execute();
  expect(await isThere()).toBe(true);
  await db.deleteFrom('profiles').where('id', '=', user2_id).execute();
  expect(await isThere()).toBe(false);
});
