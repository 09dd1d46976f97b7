import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { tellWaitingDishes } from '../../testing/queued-dishes.ts';
import { startTestServer } from '../../testing/server.ts';
import { tellOfDishes, tellPortion } from './rules-alerts.ts';

const server = await startTestServer();
const { call, db, platform } = server;

/** A dish for which so many people wait, and whose return can be told. */
async function crowd(people: number) {
  const cook = await buildSeller(server, { warung: { is_open: true } });
  const post = await buildPost(server, { user_id: cook.id, is_open: false });
  await sql`
    with crowd as (
      insert into profiles (full_name, email) select 'Warga', gen_random_uuid() || '@lapau.test' from generate_series(1, ${people}::int)
      returning id
    )
    insert into saved_posts (post_id, user_id, wants_alert) select ${post.id}, id, true from crowd`.execute(db);
  const setOpen = (is_open: boolean) => call('set_posts_open', { post_ids: [post.id], is_open, age_ms: 0 }, cook);
  await setOpen(true);
  await sql`update dish_returns set noted_at = noted_at - interval '1 minute'`.execute(db);
  const job = { stall_id: cook.id, sold_out: [] as string[] };
  return { cook, post, job, setOpen, tell: () => tellOfDishes(platform.transaction, job) };
}

/** How many rows, people and events there are of a stall's dishes. */
async function toldOf({ id }: { id: string }) {
  const { rows } = await sql<{ rows: number; people: number; events: number }>`
    select count(*)::int as rows, count(distinct user_id)::int as people,
      (select count(*)::int from notification_events where actor_id = ${id}) as events
    from notifications where type = 'dish_back' and topic like ${`dishes:${id}:%`}`.execute(db);
  return rows[0];
}
const each = (people: number) => ({ rows: people, people, events: people });

test('five hundred people are told once each, also if the job is killed between two portions, and taken back from each', async () => {
  const { cook, post, job, setOpen, tell } = await crowd(500);
  expect(await platform.transaction((tx) => tellPortion(tx, cook.id))).toBe(true);
  expect(await toldOf(cook)).toEqual(each(100));
  // The second portion was not committed when the process was killed.
  const killed = platform.transaction(async (tx) => {
    await tellPortion(tx, cook.id);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await toldOf(cook)).toEqual(each(100));
  for (let run = 0; run < 2; run += 1) await tell();
  expect(await toldOf(cook)).toEqual(each(500));
  expect(await db.selectFrom('dish_returns').selectAll().where('post_id', '=', post.id).execute()).toEqual([]);

  await setOpen(false);
  await tellOfDishes(platform.transaction, { ...job, sold_out: [post.id] });
  expect(await toldOf(cook)).toMatchObject({ rows: 0 });
});

test('two jobs at once tell each person once', async () => {
  const { cook, tell } = await crowd(250);
  await inParallel(3, tell);
  expect(await toldOf(cook)).toEqual(each(250));
});

test('a dish that is sold out while people are told, tells no more of them', async () => {
  const { cook, setOpen, tell } = await crowd(150);
  await platform.transaction((tx) => tellPortion(tx, cook.id, 50));
  await setOpen(false);
  await tell();
  expect(await toldOf(cook)).toEqual(each(50));
  await tellWaitingDishes(server);
  expect(await toldOf(cook)).toMatchObject({ rows: 0 });
});

test('people who save, wait and change their mind at the same moment are told at most once, and nothing fails', async () => {
  const { cook, post, tell } = await crowd(20);
  const people = await inParallel(10, () => buildMember(server));
  await Promise.all([
    tell(),
    ...people.flatMap((person) =>
      [true, false, true].map((saved) =>
        call('toggle_save_post', { post_id_to_toggle: post.id, saved, ...(saved && { alert: true }) }, person),
      ),
    ),
    tell(),
  ]);
  const told = await toldOf(cook);
  expect(told?.rows).toBeGreaterThanOrEqual(20);
  expect(told).toEqual(each(told?.people ?? 0));
});
