import { expect, test } from 'vitest';
import {
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { letCountsAge, refusalOf } from '../../testing/limit-counts.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({
  trustProxy: 'loopback',
  limits: { reportsByMember: 3, reportsByMemberAndDay: 4, reportsByAddress: 7 },
});
const reason = 'Bukan makanan';

const request = (name: string, input: object, as: BuiltMember, address = '10.0.0.1') =>
  server.request(
    `/rpc/${name}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(input),
    },
    as,
  );
const report = async (as: BuiltMember, address?: string) =>
  request('create_report', { reported_post_id: (await buildPost(server)).id, reason }, as, address);

test('a person reports so much in ten minutes and a day, whatever it is; a repeated report is none', async () => {
  const [person, cook, post] = [await buildMember(server), await buildSeller(server), await buildPost(server)];
  const { id } = await buildConversation(server, { user1_id: person.id, user2_id: cook.id });
  const message = await buildMessage(server, { conversation_id: id, sender_id: cook.id });
  const comment = await buildComment(server);
  const first = { reported_post_id: post.id, reason };
  expect((await request('create_report', first, person)).status).toBe(200);
  expect((await request('report_comment', { reported_comment_id: comment.id, reason }, person)).status).toBe(200);
  expect((await request('report_message', { message_id: message.id, reason, block: false }, person)).status).toBe(200);
  expect((await request('create_report', first, person)).status).toBe(200);
  const refusal = await refusalOf(await report(person));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_reports' });
  await letCountsAge(server.db, refusal.seconds);
  expect((await report(person)).status).toBe(200);
  const ofDay = await refusalOf(await report(person));
  expect(ofDay.seconds).toBeGreaterThan(80_000);
});

test('too many reports do not keep anybody from blocking whose message they report', async () => {
  const [person, cook] = [await buildMember(server), await buildSeller(server)];
  for (let count = 0; count < 3; count += 1) expect((await report(person, '10.0.1.1')).status).toBe(200);
  const { id } = await buildConversation(server, { user1_id: person.id, user2_id: cook.id });
  const message = await buildMessage(server, { conversation_id: id, sender_id: cook.id });
  const reporting = () =>
    request('report_message', { message_id: message.id, reason, block: true }, person, '10.0.1.1');
  const refusal = await refusalOf(await reporting());
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_reports' });
  const writing = async () =>
    (await server.call('get_conversation_details', { p_conversation_id: id }, person))?.writing;
  expect(await writing()).toBe('blocked_by_you');
  await letCountsAge(server.db, refusal.seconds);
  expect((await reporting()).status).toBe(200);
  expect(await writing()).toBe('blocked_by_you');
});

test('so do all people of a group of addresses together', async () => {
  const from = async (address: string) => report(await buildMember(server), address);
  for (let count = 0; count < 7; count += 1) expect((await from(`10.9.9.${count}`)).status).toBe(200);
  const refusal = await refusalOf(await from('10.9.9.200'));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_reports' });
  expect((await from('10.9.8.1')).status).toBe(200);
  await letCountsAge(server.db, refusal.seconds);
  expect((await from('10.9.9.201')).status).toBe(200);
});
