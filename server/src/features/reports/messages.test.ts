import { expect, test } from 'vitest';
import { buildAdmin, buildConversation, buildMember, buildMessage, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);

/** Builds a conversation of eight messages, the last of which the buyer has reported. */
async function buildReported(block = false) {
  const buyer = await buildMember(server, { full_name: 'Reni Marlina' });
  const cook = await buildSeller(server, { warung: { name: 'Lapau Jahat' } });
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const messages = [];
  for (let index = 1; index <= 9; index += 1) {
    const sender = index % 2 ? buyer : cook;
    messages.push(await buildMessage(server, { conversation_id: id, sender_id: sender.id, content: `Pesan ${index}` }));
  }
  const reported = messages[7]!;
  await call('report_message', { message_id: reported.id, reason: 'Mengancam', block }, buyer);
  const reports = await db.selectFrom('reports').select('id').where('reported_message_id', '=', reported.id).execute();
  return { buyer, cook, conversation: id, messages, reported, reports };
}

test('a report keeps the message and the five before it, whatever becomes of them (D73)', async () => {
  const { buyer, cook, messages, reported, reports } = await buildReported();
  expect(reports).toHaveLength(1);
  for (const message of messages)
    await call('delete_message', { message_id: message.id }, message.sender_id === buyer.id ? buyer : cook);
  const report = await call('get_message_report', { report_id: reports[0]!.id }, admin);
  expect(report).toMatchObject({
    reason: 'Mengancam',
    status: 'pending',
    reporter_name: 'Reni Marlina',
    reported_user_id: cook.id,
    reported_name: 'Lapau Jahat',
  });
  expect(report.messages.map(({ content, sender_name, is_reported }) => [content, sender_name, is_reported])).toEqual(
    [3, 4, 5, 6, 7, 8].map((number) => [`Pesan ${number}`, number % 2 ? 'Reni Marlina' : 'Lapau Jahat', number === 8]),
  );
  expect(reported.content).toBe('Pesan 8');
});

test('admins are notified, see nothing else of the conversation, and each reading is audited (D43, D73)', async () => {
  await call('mark_notifications_read', {}, admin);
  const { buyer, cook, conversation, reports } = await buildReported();
  const report_id = reports[0]!.id;
  expect(await call('get_notifications', { limit: 1 }, admin)).toMatchObject([
    { type: 'new_report', content: 'Reni Marlina melaporkan sebuah pesan.', conversation_id: null },
  ]);
  expect(await rawCall('get_messages', { conversation_id: conversation }, admin)).toMatchObject({ status: 404 });
  for (const who of [buyer, cook]) {
    expect(await rawCall('get_message_report', { report_id }, who)).toMatchObject({ status: 403 });
  }
  await call('get_message_report', { report_id }, admin);
  await call('get_message_report', { report_id }, admin);
  const audit = db.selectFrom('audit_log').selectAll().where('target_id', '=', report_id);
  expect(await audit.execute()).toMatchObject(
    [1, 2].map(() => ({ actor_id: admin.id, action: 'get_message_report', target_user_id: cook.id })),
  );
});

test('reporting may block as well; a second report while one is open adds nothing but the block (D29, D73)', async () => {
  const { buyer, conversation, reported } = await buildReported();
  const again = { message_id: reported.id, reason: 'Lagi', block: true };
  expect(await call('report_message', again, buyer)).toEqual({ reported: true });
  const reports = db.selectFrom('reports').select('reason').where('reported_message_id', '=', reported.id);
  expect(await reports.execute()).toEqual([{ reason: 'Mengancam' }]);
  expect(await call('get_conversation_details', { p_conversation_id: conversation }, buyer)).toMatchObject({
    writing: 'blocked_by_you',
  });
});

test('one’s own message, a missing one and a report of something else are refused', async () => {
  const { buyer, cook, messages } = await buildReported();
  const report = (message_id: string, as = buyer) => rawCall('report_message', { message_id, reason: 'x' }, as);
  expect(await report(messages[7]!.id, cook)).toMatchObject({ status: 409, body: { code: 'own_message' } });
  expect(await report(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
  const other = await db.insertInto('reports').values({ reason: 'x' }).returning('id').executeTakeFirstOrThrow();
  for (const report_id of [other.id, crypto.randomUUID()]) {
    expect(await rawCall('get_message_report', { report_id }, admin)).toMatchObject({
      status: 404,
      body: { code: 'report_not_found' },
    });
  }
});
