import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../platform/database/database.ts';
import {
  applicationTexts,
  buildAdmin,
  buildComment,
  buildFile,
  buildMember,
  buildPassword,
  buildPost,
  buildSeller,
  buildSession,
} from './builders.ts';
import type { BuildTarget } from './builders.ts';
import type { Client, Credential } from './client.ts';
import { inParallel } from './parallel.ts';

type ContentionSize = {
  members: number;
  sellers: number;
  posts: number;
  workers: number;
  operations: number;
  /** How many of the members delete their account meanwhile; others take their places. */
  deletions: number;
  /** Calls that have to succeed at least once: up to twice as many operations follow until they have. */
  required?: CallName[];
};

type Person = { id: string; credential: Credential };
type Target = BuildTarget & Client;

/**
 * Several workers make calls that lock the same few people, stalls and posts: suspensions, likes, saves, comments, replies,
 * reports and what becomes of them, deletions, new, changed and renewed posts, dishes sold out, profile and stall changes,
 * applications and what becomes of them, deleted stalls, read marks, and decisions undone. The fewer rows there are, the more
 * the calls contend.
 * @returns how often each call was answered with each status, as `toggle_like 200`
 */
export async function contend(server: Target, size: ContentionSize): Promise<Map<string, number>> {
  const admin = await buildAdmin(server);
  const sellers = await inParallel(size.sellers, async () => personOf(await buildSeller(server)));
  const members = await inParallel(size.members, async () => personOf(await buildMember(server)));
  const people = [...sellers, ...members];
  const posts = await inParallel(size.posts, async () => {
    const seller = one(sellers);
    const { id } = await buildPost(server, { user_id: seller.id, created_at: longAgo() });
    return { id, seller, comments: [(await buildComment(server, { post_id: id, user_id: one(people).id })).id] };
  });
  const answers = new Map<string, number>();

  const countedCall = async <Name extends CallName>(name: Name, input: CallInput<Name>, person?: Person) => {
    const { status, body } = await server.rawCall(name, input, person?.credential ?? admin);
    const key = `${name} ${status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    // a suspension ended the session, and lifting the suspension does not restore it
    if (person && (status === 401 || status === 403)) {
      person.credential = await buildSession(server, person.id).catch((error: unknown) => {
        if (violatedForeignKey(error)) return person.credential; // the account has been deleted meanwhile
        throw error;
      });
    }
    return { status, body: body as CallOutput<Name> };
  };

  /** Undoes what the admin has just decided, in seven of ten cases. */
  const undo = async (decision: { id: string } | null): Promise<boolean> => {
    if (decision === null || Math.random() < 0.3) return false;
    return (await countedCall('undo_decision', { decision_id: decision.id })).status === 200;
  };

  const suspend = async (suspended: boolean) => {
    const [person, seller] = [one(people), one(sellers)];
    const { status, body } =
      Math.random() < 0.5
        ? await countedCall('toggle_user_suspension', { user_id_to_toggle: person.id, suspended })
        : await countedCall('toggle_warung_suspension', { warung_id: seller.id, suspended });
    if (status === 200) await undo(body.decision);
  };

  const replacePost = async (post = one(posts)) => {
    const { status: removed, body: removal } = await countedCall(
      'delete_post',
      { post_id: post.id },
      Math.random() < 0.5 ? post.seller : undefined,
    );
    if (removed === 200 && (await undo(removal.decision))) return;
    const seller = one(sellers);
    const { path } = await buildFile(server, { uploaded_by: seller.id });
    const input = { id: crypto.randomUUID(), food_name: 'Gulai Paku', price: '10.000', images: [path] };
    const { status, body } = await countedCall('create_post', input, seller);
    const id = status === 200 ? body.id : (await buildPost(server, { user_id: seller.id })).id;
    await server.db.updateTable('posts').set({ created_at: longAgo() }).where('id', '=', id).execute();
    Object.assign(post, { id, seller, comments: [] });
  };

  const editPost = async () => {
    const { id, seller } = one(posts);
    const { status, body } = await countedCall('get_my_post', { post_id: id }, seller);
    if (status !== 200) return;
    const { food_name, price, version, images } = body;
    const input = { post_id: id, food_name, price, version, images, is_open: Math.random() < 0.7 };
    await countedCall('update_post', { ...input, description: crypto.randomUUID() }, seller);
  };

  const renewPost = async () => {
    const { id, seller } = one(posts);
    await countedCall('renew_post', { post_id: id, created_at: new Date().toISOString() }, seller);
  };

  const markDishes = async () => {
    const seller = one(sellers);
    const post_ids = posts.filter((post) => post.seller === seller).map(({ id }) => id);
    if (post_ids.length === 0) return;
    const input = { post_ids, is_open: Math.random() < 0.5, today_only: Math.random() < 0.5 };
    const { status, body } = await countedCall('set_posts_open', input, seller);
    if (status === 200 && body.undo_id !== null && Math.random() < 0.5) {
      await countedCall('undo_posts_open', { undo_id: body.undo_id }, seller);
    }
  };

  const editWarung = async () => {
    const seller = one(sellers);
    const { status, body } = await countedCall('get_my_warung', {}, seller);
    if (status !== 200 || body === null) return;
    const { closes_nightly, version } = body;
    await countedCall('update_my_warung', { name: `Lapau ${crypto.randomUUID()}`, closes_nightly, version }, seller);
  };

  const apply = async (person: Person) => {
    try {
      const avatar = await buildFile(server, { uploaded_by: person.id, bucket: 'avatars' });
      const sample = await buildFile(server, { uploaded_by: person.id });
      const form = { warung_avatar_url: avatar.path, sample_menu_image_url: sample.path, ...applicationTexts };
      await countedCall('submit_application', { id: crypto.randomUUID(), ...form }, person);
    } catch (error) {
      if (!violatedForeignKey(error)) throw error; // the account has been deleted meanwhile
    }
  };

  const decide = async () => {
    const { status, body } = await countedCall('get_pending_applications', {});
    if (status !== 200 || body.length === 0) return;
    const { id: application_id } = one(body);
    const decision = Math.random() < 0.7 ? 'approve_seller_application' : 'reject_seller_application';
    await countedCall(decision, { application_id });
  };

  const moderate = async () => {
    const { status, body } = await countedCall('get_pending_reports', {});
    if (status !== 200 || body.length === 0) return;
    const { id: p_report_id, subject_id: subjectId } = one(body);
    const p_action = one(['dismiss', 'resolve_and_delete'] as const);
    const handled = await countedCall('handle_report', { p_report_id, p_action });
    if (handled.status !== 200 || (await undo(handled.body.decision)) || p_action === 'dismiss') return;
    const post = posts.find(({ id }) => id === subjectId);
    if (post) await replacePost(post);
  };

  const deleteStall = async () => {
    const person = one(people);
    await countedCall('delete_warung_by_admin', { warung_id: person.id });
    await apply(person);
    await decide();
    if (sellers.includes(person)) Object.assign(person, personOf(await buildSeller(server)));
    for (const post of posts.filter(({ seller }) => seller === person)) await replacePost(post);
  };

  const comment = async (isReply: boolean) => {
    const post = one(posts);
    const input = { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
    const parent_comment_id = isReply && post.comments.length > 0 ? one(post.comments) : null;
    const { status, body } = await countedCall('add_comment', { ...input, parent_comment_id }, one(people));
    if (status === 200) post.comments.push(body.id);
  };

  const talk = async () => {
    const [from, to] = [one(people), one(people)];
    // Most calls lift the block, because otherwise soon nobody could write to anybody.
    await countedCall('set_block', { person_id: from.id, blocked: Math.random() < 0.1 }, to);
    const opened = await countedCall('open_conversation', { recipient_id: to.id }, from);
    if (opened.status !== 200) return;
    const { id } = opened.body;
    const message = { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Masih ada?' };
    await countedCall('send_message', { ...message, post_id: one(posts).id }, from);
    await countedCall('mark_conversation_read', { conversation_id: id, sequence: 1_000 }, to);
    const report = { message_id: message.id, reason: 'Menipu', block: Math.random() < 0.2 };
    if (Math.random() < 0.5) await countedCall('report_message', report, to);
    if (Math.random() < 0.5) await countedCall('delete_message', { message_id: message.id }, from);
  };

  const deleteComment = async () => {
    const { comments } = one(posts);
    const [id] = comments.splice(Math.floor(Math.random() * comments.length), 1);
    if (id === undefined) return;
    const { status, body } = await countedCall('delete_comment', { comment_id: id });
    if (status === 200 && (await undo(body.decision))) comments.push(id);
  };

  const replaceMember = async () => {
    const member = one(members);
    const password = await buildPassword(server, member);
    await countedCall('delete_account', { password }, member);
    Object.assign(member, personOf(await buildMember(server)));
  };

  // This is mostly false, so that most people are not suspended most of the time.
  const suspended = () => Math.random() < 0.25;
  const operations: (() => Promise<unknown>)[] = [
    () => suspend(suspended()),
    () => suspend(suspended()),
    () => countedCall('toggle_like', { post_id_to_toggle: one(posts).id }, one(people)),
    () => countedCall('toggle_like', { post_id_to_toggle: one(posts).id, liked: true }, one(people)),
    () => countedCall('toggle_save_post', { post_id_to_toggle: one(posts).id }, one(people)),
    () => comment(false),
    () => comment(true),
    () => comment(true),
    deleteComment,
    talk,
    talk,
    talk,
    () => (Math.random() < 0.3 ? replacePost() : comment(true)),
    moderate,
    moderate,
    () => countedCall('create_report', { reported_post_id: one(posts).id, reason: 'Bukan makanan' }, one(people)),
    () => countedCall('update_profile', profile(), one(people)),
    editPost,
    editPost,
    renewPost,
    markDishes,
    markDishes,
    editWarung,
    () => countedCall('set_warung_open', { is_open: Math.random() < 0.8 }, one(sellers)),
    () => apply(one(people)),
    decide,
    () => (Math.random() < 0.5 ? deleteStall() : decide()),
    () => countedCall('mark_notifications_read', {}, one(people)),
    () => (Math.random() < 0.3 ? countedCall('delete_my_notifications', {}, one(people)) : comment(false)),
  ];
  const hasToGoOn = () => size.required?.some((name) => !answers.has(`${name} 200`)) ?? false;
  let left = size.operations;
  const deletesEvery = Math.ceil(size.operations / size.deletions);
  await inParallel(size.workers, async () => {
    while (left-- > 0 || (left > -2 * size.operations && hasToGoOn()))
      await (left % deletesEvery === 0 ? replaceMember() : one(operations)());
  });
  return answers;
}

const profile = () => {
  const names = { full_name: one(['Reni', 'Yus', 'Eli']), nagari: one(['Sialang', 'Galugua']) };
  return { ...names, address: '', kecamatan: '', phone: '' };
};
/** A time so long ago that a post of then may be renewed. */
const longAgo = () => new Date(Date.now() - 2 * 86_400_000);
const violatedForeignKey = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503';
const personOf = ({ id, token }: { id: string; token: string }): Person => ({ id, credential: { token } });
const one = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/**
 * How many deadlocks PostgreSQL has resolved in this database.
 * @param pools their connections flush their statistics first; other connections do so within 10 s of being idle
 */
export async function countDeadlocks(db: Db, ...pools: Pool[]): Promise<number> {
  for (const pool of pools) {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) {
      await client.query('select pg_stat_force_next_flush()');
      client.release();
    }
  }
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}
