import { daysUntil, localDay } from '@lapau/contract/day';
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
import { startTestServer } from '../../testing/server.ts';
import { readStats } from './rules.ts';

const server = await startTestServer();
const { call, db } = server;

const viewsOf = ({ id }: { id: string }) =>
  db.selectFrom('views').where('warung_id', '=', id).select(['viewer_id', 'post_id', 'day']).execute();
const statsOf = (cook: BuiltMember) => call('get_warung_stats', {}, cook);

test('a view is counted once a person and day, of the stall and of each dish, and not of its cook (D79)', async () => {
  const cook = await buildSeller(server);
  const post = await buildPost(server, { user_id: cook.id });
  const [first, second] = [await buildMember(server), await buildSeller(server)];
  const dish = { warung_id: cook.id, post_id: post.id };
  for (const person of [first, first, second, cook]) {
    await call('record_view', dish, person);
    await call('record_view', { warung_id: cook.id }, person);
  }
  expect(await viewsOf(cook)).toHaveLength(4);
  const { days, dishes } = await statsOf(cook);
  expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 0, 2]);
  expect(dishes).toEqual([
    { id: post.id, food_name: post.food_name, views: 2, likes: 0, saves: 0, comments: 0, chats: 0 },
  ]);
});

test('what members do not see is not counted, nor an admin post, nor a dish under another stall', async () => {
  const viewer = await buildMember(server);
  const [shown, suspended, demoted] = [
    await buildSeller(server),
    await buildSeller(server, { warung: { is_suspended: true } }),
    await buildSeller(server, { profile: { role: 'pembeli' } }),
  ];
  const adminPost = await buildPost(server, { user_id: shown.id, is_admin_post: true });
  const theirs = await buildPost(server, { user_id: suspended.id });
  for (const view of [
    { warung_id: suspended.id },
    { warung_id: suspended.id, post_id: theirs.id },
    { warung_id: demoted.id },
    { warung_id: shown.id, post_id: adminPost.id },
    { warung_id: shown.id, post_id: theirs.id },
    { warung_id: crypto.randomUUID() },
    { warung_id: shown.id, post_id: crypto.randomUUID() },
  ])
    expect(await call('record_view', view, viewer)).toEqual({});
  expect(await viewsOf(shown)).toEqual([]);
  expect(await viewsOf(suspended)).toEqual([]);
});

test('what is opened or saved during a block is not counted, and what was opened not later either (D128)', async () => {
  const [one, two] = [await buildSeller(server), await buildSeller(server)];
  const posts = [await buildPost(server, { user_id: one.id }), await buildPost(server, { user_id: two.id })] as const;
  const visit = async (post: { id: string; user_id: string }, as: BuiltMember) => {
    await call('record_view', { warung_id: post.user_id, post_id: post.id }, as);
    await call('record_view', { warung_id: post.user_id }, as);
    await call('toggle_save_post', { post_id_to_toggle: post.id }, as);
  };
  const block = (blocked: boolean) => call('set_block', { person_id: two.id, blocked }, one);
  await block(true);
  await visit(posts[1], one);
  await visit(posts[0], two);
  for (const cook of [one, two]) expect((await statsOf(cook)).dishes).toEqual([]);
  await block(false);
  for (const cook of [one, two]) expect(await viewsOf(cook)).toEqual([]);
});

/** Tells the day in Asia/Jakarta in another way than the product does. */
const dayOf = (time: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta' }).format(time);

test('the figures are what the raw events say, by day and by dish, without what the cook did', async () => {
  const now = new Date('2026-11-21T17:30:00Z'); // half past midnight of the 22nd
  const [cook, otherCook] = [await buildSeller(server), await buildSeller(server)];
  const people = await Promise.all(Array.from({ length: 6 }, () => buildMember(server)));
  const gone = await buildMember(server);
  const doers = [...people, cook];
  const posts: Awaited<ReturnType<typeof buildPost>>[] = [];
  for (const user_id of [cook.id, cook.id, cook.id, otherCook.id]) posts.push(await buildPost(server, { user_id }));
  /** Moments from eight days ago to now, many of them near a midnight. */
  const moments = Array.from(
    { length: 9 * 24 },
    (_, hour) => new Date(now.getTime() - hour * 3_600_000 - (hour % 2) * 1_800_000),
  );
  const pick = <Value>(values: Value[], index: number): Value => values[index % values.length] as Value;

  for (const [index, created_at] of moments.entries()) {
    const person = pick(doers, index * 5);
    const post = pick(posts, index * 7);
    const mark = { user_id: person.id, post_id: post.id, created_at };
    await db
      .insertInto('likes')
      .values(mark)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('saved_posts')
      .values(mark)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await buildComment(server, mark);
    if (person.id !== post.user_id) {
      await db
        .insertInto('views')
        .values({
          day: dayOf(created_at),
          viewer_id: person.id,
          warung_id: post.user_id,
          post_id: index % 3 === 0 ? null : post.id,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  for (const [index, person] of [...people, gone].entries()) {
    const { id } = await db
      .insertInto('conversations')
      .values(index % 2 === 0 ? { user1_id: cook.id, user2_id: person.id } : { user1_id: person.id, user2_id: cook.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = (created_at: Date, step: number) => ({
      id: crypto.randomUUID(),
      conversation_id: id,
      sender_id: step % 3 === 0 ? cook.id : person.id,
      content: 'Halo',
      post_id: step % 2 === 0 ? pick(posts, step + index).id : null,
      created_at,
    });
    await db
      .insertInto('messages')
      .values(moments.filter((_, hour) => hour % (7 + index) === 0).map(message))
      .execute();
  }
  // This conversation is between other people: a question there is none to the dish's cook.
  const [aside, firstPost] = [await buildConversation(server, { user2_id: otherCook.id }), pick(posts, 0)];
  const sender_id = aside.user1_id;
  await buildMessage(server, { conversation_id: aside.id, sender_id, post_id: firstPost.id, created_at: now });
  await db.deleteFrom('profiles').where('id', '=', gone.id).execute();

  const actor = { id: cook.id } as Parameters<typeof readStats>[1];
  const { days, dishes } = await readStats(server.platform.database, actor, now);

  const own = new Set(posts.slice(0, 3).map(({ id }) => id));
  const lastDays = daysUntil('2026-11-22', 7);
  const isOwn = (row: { post_id: string; user_id: string }) => own.has(row.post_id) && row.user_id !== cook.id;
  const raw = {
    likes: (await db.selectFrom('likes').selectAll().execute()).filter(isOwn),
    saves: (await db.selectFrom('saved_posts').selectAll().execute()).filter(isOwn),
    comments: (await db.selectFrom('post_comments').selectAll().execute()).filter(isOwn),
  };
  const views = (await db.selectFrom('views').selectAll().execute()).filter(
    ({ warung_id, day }) => warung_id === cook.id && lastDays.includes(day),
  );
  const messages = (
    await db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(['m.conversation_id', 'm.sender_id', 'm.post_id', 'm.created_at', 'c.user1_id', 'c.user2_id'])
      .execute()
  ).filter(({ user1_id, user2_id, sender_id }) => [user1_id, user2_id].includes(cook.id) && sender_id !== cook.id);
  const kinds = ['likes', 'saves', 'comments'] as const;
  const inDay = (day: string) => (row: { created_at: Date }) => dayOf(row.created_at) === day;
  expect(days).toEqual(
    lastDays.map((day) => ({
      day,
      views: new Set(views.filter((view) => view.day === day).map(({ viewer_id }) => viewer_id)).size,
      ...Object.fromEntries(kinds.map((kind) => [kind, raw[kind].filter(inDay(day)).length])),
      chats: new Set(messages.filter(inDay(day)).map(({ conversation_id }) => conversation_id)).size,
    })),
  );
  const inDays = (row: { created_at: Date }) => lastDays.includes(dayOf(row.created_at));
  const expected = [...own].map((id) => ({
    id,
    views: views.filter(({ post_id }) => post_id === id).length,
    ...Object.fromEntries(
      kinds.map((kind) => [kind, raw[kind].filter((row) => row.post_id === id && inDays(row)).length]),
    ),
    chats: new Set(
      messages
        .filter((message) => message.post_id === id && inDays(message))
        .map(({ conversation_id, created_at }) => `${conversation_id} ${dayOf(created_at)}`),
    ).size,
  }));
  const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
  expect(dishes.map(({ food_name: _, ...figures }) => figures).toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(dishes.map((dish) => dish.views)).toEqual(dishes.map((dish) => dish.views).toSorted((a, b) => b - a));
  for (const figure of ['views', ...kinds, 'chats'] as const)
    expect(
      [days, dishes].every((rows) => rows.some((row) => row[figure] > 0)),
      figure,
    ).toBe(true);
});

test('a suspended person’s likes and comments are not counted, a quiet stall has zeros, and no stall has no figures', async () => {
  const cook = await buildSeller(server);
  const post = await buildPost(server, { user_id: cook.id });
  const person = await buildMember(server);
  await call('toggle_like', { post_id_to_toggle: post.id, liked: true }, person);
  await buildComment(server, { post_id: post.id, user_id: person.id });
  expect((await statsOf(cook)).days.at(-1)).toEqual({
    day: localDay(new Date()),
    views: 0,
    likes: 1,
    saves: 0,
    comments: 1,
    chats: 0,
  });
  await db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', person.id).execute();
  const { days, dishes } = await statsOf(cook);
  expect(days).toEqual(
    daysUntil(localDay(new Date()), 7).map((day) => ({ day, views: 0, likes: 0, saves: 0, comments: 0, chats: 0 })),
  );
  expect(dishes).toEqual([]);
  const admin = await buildMember(server, { role: 'admin' });
  expect(await server.rawCall('get_warung_stats', {}, admin)).toMatchObject({ body: { code: 'warung_not_found' } });
});
