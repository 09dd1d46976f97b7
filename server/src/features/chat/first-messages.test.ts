import { expect, test } from 'vitest';
import { buildConversation, buildMember, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { letCountsAge, refusalOf } from '../../testing/limit-counts.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer({
  trustProxy: 'loopback',
  limits: { unanswered: 20, firstMessagesByRecipientAndAddress: 61, firstMessagesByMember: 9 },
});
const village = '10.0.0.1';

type Talk = { id: string; buyer: BuiltMember };
async function talkWith(cook: { id: string }, buyer?: BuiltMember): Promise<Talk> {
  const who = buyer ?? (await buildMember(server));
  return { id: (await buildConversation(server, { user1_id: who.id, user2_id: cook.id })).id, buyer: who };
}
const send = (
  { id, buyer }: Talk,
  { as = buyer, address = village, message }: { as?: BuiltMember; address?: string; message?: string } = {},
) =>
  server.request(
    '/rpc/send_message',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ ...(message && { id: message }), p_conversation_id: id, p_content: 'Masih ada?' }),
    },
    as,
  );

test('many accounts of one group of addresses cannot flood a cook, and whom the cook has answered writes on', async () => {
  const cook = await buildSeller(server);
  const loud: Talk[] = [];
  for (let count = 0; count < 8; count += 1) loud.push(await talkWith(cook));
  const statuses: number[] = [];
  const first = crypto.randomUUID();
  for (let round = 0; round < 6; round += 1)
    for (const [index, talk] of loud.entries())
      statuses.push(
        (await send(talk, { address: `10.0.0.${index}`, ...(statuses.length === 0 && { message: first }) })).status,
      );
  // Accepted are 8 messages of one point, 8 of two, 8 of three and three of four points.
  expect(statuses.filter((status) => status === 200)).toHaveLength(27);
  const refusal = await refusalOf(await send(loud[7]!));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_messages' });
  expect((await send(loud[0]!, { message: first })).status).toBe(200);

  // Somebody who has not written yet is let through, from the same address and from another one.
  const newcomer = await talkWith(cook);
  expect((await send(newcomer)).status).toBe(200);
  expect((await send(loud[7]!, { address: '10.0.1.1' })).status).toBe(200);
  expect((await send(await talkWith(await buildSeller(server)))).status).toBe(200);

  expect((await send(loud[0]!, { as: cook })).status).toBe(200);
  for (let count = 0; count < 12; count += 1) expect((await send(loud[0]!)).status).toBe(200);
  const { seconds } = await refusalOf(await send(loud[6]!));
  await letCountsAge(server.db, seconds);
  expect((await send(loud[6]!)).status).toBe(200);
});

test('one person writes so many messages to people who have not answered; talk with those who have goes on', async () => {
  const buyer = await buildMember(server);
  const friend = await talkWith(await buildSeller(server), buyer);
  const cook = await buildSeller(server);
  const known = await talkWith(cook, buyer);
  expect((await send(known, { as: cook })).status).toBe(200);
  const strangers = [
    friend,
    await talkWith(await buildSeller(server), buyer),
    await talkWith(await buildSeller(server), buyer),
  ];
  for (let round = 0; round < 3; round += 1) for (const talk of strangers) expect((await send(talk)).status).toBe(200);
  const refusal = await refusalOf(await send(friend));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_messages' });
  expect((await send(known)).status).toBe(200);
  await letCountsAge(server.db, refusal.seconds);
  expect((await send(friend)).status).toBe(200);
});
