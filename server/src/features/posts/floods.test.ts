import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildFile, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { letCountsAge, refusalOf } from '../../testing/limit-counts.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const limits = { dishesByCook: 4, dishesByCookAndDay: 6, renewalsByCook: 2 };
const server = await startTestServer({ limits });
const { call, db } = server;

const request = ({ request: ask }: typeof server, name: string, input: object, as: BuiltMember) =>
  ask(
    `/rpc/${name}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
    as,
  );
async function dishOf(cook: { id: string }) {
  const images = [(await buildFile(server, { uploaded_by: cook.id })).path];
  return { id: crypto.randomUUID(), food_name: 'Gulai Paku', price: '10.000', images };
}
const post = async (cook: BuiltMember, dish?: object) =>
  request(server, 'create_post', dish ?? (await dishOf(cook)), cook);

test('a cook posts so many dishes in ten minutes and a day, deleted ones too, and is told when the next one can be', async () => {
  const [cook, other] = [await buildSeller(server), await buildSeller(server)];
  const first = await dishOf(cook);
  expect((await post(cook, first)).status).toBe(200);
  await call('delete_post', { post_id: first.id }, cook);
  const answers = await inParallel(6, () => post(cook));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const dish = await dishOf(cook);
  const { seconds, ...refusal } = await refusalOf(await post(cook, dish));
  expect(refusal).toEqual({ status: 429, code: 'too_many_dishes' });
  expect(seconds).toBeGreaterThan(500);
  expect(seconds).toBeLessThanOrEqual(600);
  expect((await post(other)).status).toBe(200);

  await letCountsAge(db, seconds);
  for (const sent of [dish, dish]) expect((await post(cook, sent)).status).toBe(200);
  await letCountsAge(db, 600);
  expect((await post(cook)).status).toBe(200);
  const ofDay = await refusalOf(await post(cook));
  expect(ofDay).toMatchObject({ status: 429, code: 'too_many_dishes' });
  expect(ofDay.seconds).toBeGreaterThan(80_000);
  await letCountsAge(db, ofDay.seconds);
  expect((await post(cook)).status).toBe(200);
});

test('the counts are the same in all processes', async () => {
  const second = await startTestServer({ databaseUrl: server.databaseUrl, limits });
  const cook = await buildSeller(server);
  for (let count = 0; count < limits.dishesByCook; count += 1) expect((await post(cook)).status).toBe(200);
  expect((await request(second, 'create_post', await dishOf(cook), cook)).status).toBe(429);
});

test('an admin fills the menu of a stall without a limit, and the cook’s own stays', async () => {
  const [cook, admin] = [await buildSeller(server), await buildAdmin(server)];
  for (let count = 0; count <= limits.dishesByCookAndDay; count += 1) {
    const { id, ...dish } = await dishOf(cook);
    await call('create_warung_post', { ...dish, id, warung_id: cook.id }, admin);
  }
  expect((await post(cook)).status).toBe(200);
});

test('so many dishes are posted again in a day', async () => {
  const cook = await buildSeller(server);
  const created_at = new Date(Date.now() - 30 * 3_600_000);
  const renew = async () =>
    request(
      server,
      'renew_post',
      { post_id: (await buildPost(server, { user_id: cook.id, created_at })).id, created_at: created_at.toISOString() },
      cook,
    );
  for (let count = 0; count < limits.renewalsByCook; count += 1) expect((await renew()).status).toBe(200);
  const refusal = await refusalOf(await renew());
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_renewals' });
  await letCountsAge(db, refusal.seconds);
  expect((await renew()).status).toBe(200);
});

test('of changes that can no longer be undone a cook’s next one leaves nothing', async () => {
  const [cook, other] = [await buildSeller(server), await buildSeller(server)];
  const [dish, others] = [
    await buildPost(server, { user_id: cook.id }),
    await buildPost(server, { user_id: other.id }),
  ];
  const setOpen = ({ id }: { id: string }, is_open: boolean, as: BuiltMember) =>
    call('set_posts_open', { post_ids: [id], is_open }, as);
  const makeOlder = sql`update availability_changes set created_at = created_at - interval '61 seconds'`;
  await setOpen(others, false, other);
  for (const is_open of [false, true, false]) await setOpen(dish, is_open, cook);
  await makeOlder.execute(db);
  const { undo_id } = await setOpen(dish, true, cook);
  const kept = await db.selectFrom('availability_changes').select(['id', 'user_id']).execute();
  expect(kept.filter(({ user_id }) => user_id === cook.id)).toEqual([{ id: undo_id, user_id: cook.id }]);
  expect(kept.filter(({ user_id }) => user_id === other.id)).toHaveLength(1);
});
