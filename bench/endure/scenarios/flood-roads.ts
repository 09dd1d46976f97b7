import { setTimeout as delay } from 'node:timers/promises';
import type { CallName } from '@lapau/contract/calls';
import { sql } from 'kysely';
import {
  buildComment,
  buildConversation,
  buildFile,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../../server/src/testing/builders.ts';
import { inParallel } from '../../../server/src/testing/parallel.ts';
import { countAnswer } from '../report.ts';
import type { Target } from '../target/target.ts';

/** A way around the limits: several accounts together, or one that takes back what it did. No more than `most` may get through. */
type Road = (target: Target) => Promise<{ what: string; got: number; most: number }>;

/** Makes a call from an address. @returns whether it was answered 200 */
async function call(target: Target, as: BuiltMember, name: CallName, input: object, address = '10.1.1.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const response = await target.request(`/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) }, as);
  const body = (await response.json()) as { code?: string };
  if (response.status !== 200) countAnswer(target.outcome, `${response.status} ${body.code}`);
  return response.status === 200;
}

/** Repeats something for so many seconds. */
async function repeat(seconds: number, pauseMs: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  const endsAt = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < endsAt; turn += 1) {
    await work(turn);
    await delay(pauseMs);
  }
}

const comment = (target: Target, as: BuiltMember, postId: string, id = crypto.randomUUID() as string) =>
  call(target, as, 'add_comment', { id, post_id_to_comment_on: postId, comment_content: 'Lamak bana!' });

/** Thirty accounts behind one address write to one cook, who talks with a neighbour and gets a new buyer of that address. */
const messagesToOneCook: Road = async (target) => {
  const cook = await buildSeller(target);
  const talkOf = async (buyer: BuiltMember) =>
    (await buildConversation(target, { user1_id: buyer.id, user2_id: cook.id })).id;
  const send = (as: BuiltMember, p_conversation_id: string) =>
    call(target, as, 'send_message', { p_conversation_id, p_content: 'Beli pulsa murah!' });
  const loud = await inParallel(30, async () => {
    const buyer = await buildMember(target);
    return { buyer, talk: await talkOf(buyer) };
  });
  const known = await buildMember(target);
  const talk = await talkOf(known);
  await buildMessage(target, { conversation_id: talk, sender_id: cook.id });
  const arrived = { known: 0, asked: 0, newcomers: 0, came: 0 };
  await Promise.all([
    ...loud.map(({ buyer, talk: own }) => repeat(28, 1_000, () => send(buyer, own))),
    repeat(28, 2_000, async () => {
      arrived.asked += 1;
      if (await send(known, talk)) arrived.known += 1;
    }),
    repeat(28, 3_000, async () => {
      const buyer = await buildMember(target);
      const own = await talkOf(buyer);
      arrived.came += 1;
      for (let tries = 0; tries < 3; tries += 1) {
        if (await send(buyer, own)) {
          arrived.newcomers += 1;
          return;
        }
        await delay(1_000);
      }
    }),
  ]);
  const others = `${arrived.known} of ${arrived.asked} of a neighbour and ${arrived.newcomers} of ${arrived.came} new buyers’ first`;
  if (arrived.known < arrived.asked) target.outcome.faults.push('somebody whom the cook had answered was refused');
  const senders = loud.map(({ buyer }) => buyer.id);
  const rows = await target.db.selectFrom('messages').select('id').where('sender_id', 'in', senders).execute();
  return { what: `messages of 30 accounts to one cook in 28 s; ${others}`, got: rows.length, most: 150 };
};

/** Two accounts comment in turn under a post of which forty people are told. */
const commentsInTurn: Road = async (target) => {
  const post = await buildPost(target);
  for (let count = 0; count < 40; count += 1) await buildComment(target, { post_id: post.id });
  const [one, other] = [await buildMember(target), await buildMember(target)];
  let got = 0;
  await repeat(20, 70, async (turn) => {
    if (await comment(target, turn % 2 === 0 ? one : other, post.id)) got += 1;
  });
  return { what: `comments of two in turn in 20 s, each told to 41 people`, got, most: 50 };
};

/** One account writes a comment and deletes it, again and again. */
const commentsTakenBack: Road = async (target) => {
  const [post, person] = [await buildPost(target), await buildMember(target)];
  let got = 0;
  await repeat(20, 500, async () => {
    const id = crypto.randomUUID();
    if (!(await comment(target, person, post.id, id))) return;
    got += 1;
    await call(target, person, 'delete_comment', { comment_id: id });
  });
  return { what: 'comments that one person deleted at once, in 20 s', got, most: 25 };
};

const reportsOfOne: Road = async (target) => {
  const reporter = await buildMember(target);
  const posts = await inParallel(60, () => buildPost(target));
  for (const { id } of posts)
    await call(target, reporter, 'create_report', { reported_post_id: id, reason: 'Bukan makanan' });
  const rows = await target.db.selectFrom('reports').select('id').where('reporter_id', '=', reporter.id).execute();
  return { what: 'open reports of one person, of 60', got: rows.length, most: 10 };
};

const dishesOfOne: Road = async (target) => {
  const cook = await buildSeller(target);
  const images = [(await buildFile(target, { uploaded_by: cook.id })).path];
  await repeat(12, 80, () =>
    call(target, cook, 'create_post', { id: crypto.randomUUID(), food_name: 'Gulai', price: '10.000', images }),
  );
  const feed = await target.call('get_feed', { limit: 50 }, await buildMember(target));
  const own = await target.db.selectFrom('posts').select('id').where('user_id', '=', cook.id).execute();
  const shown = feed.filter(({ userId }) => userId === cook.id).length;
  return {
    what: `dishes of one cook in 12 s, ${shown} of the first ${feed.length} of the feed`,
    got: own.length,
    most: 20,
  };
};

/** Ninety-nine dishes are marked again and again; counts what is kept of it a minute later, and after one more change. */
const marksOfMany: Road = async (target) => {
  const cook = await buildSeller(target);
  const posts = await inParallel(99, () => buildPost(target, { user_id: cook.id }));
  const mark = (turn: number) =>
    call(target, cook, 'set_posts_open', { post_ids: posts.map(({ id }) => id), is_open: turn % 2 === 1 });
  let turns = 0;
  await repeat(12, 200, (turn) => mark((turns = turn)));
  await sql`update availability_changes set created_at = created_at - interval '61 seconds'`.execute(target.db);
  await mark(turns + 1);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_column_size(c.*)), 0)::int as bytes from availability_changes c where user_id = ${cook.id}`.execute(
    target.db,
  );
  return { what: `bytes kept of ${turns} marks of 99 dishes in 12 s`, got: rows[0]?.bytes ?? 0, most: 20_000 };
};

export const roads: Road[] = [
  messagesToOneCook,
  commentsInTurn,
  commentsTakenBack,
  reportsOfOne,
  dishesOfOne,
  marksOfMany,
];
