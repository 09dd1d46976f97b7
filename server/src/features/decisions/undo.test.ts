import type { Decision } from '@lapau/contract/decisions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildComment,
  buildConversation,
  buildDecision,
  buildMember,
  buildMessage,
  buildPost,
  buildReport,
  buildSeller,
} from '../../testing/builders.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { settle } from '../../testing/decisions.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const second = await buildAdmin(server);

type Decided = { decision: Decision | null };

/** Builds a seller with a dish that is liked and a comment under somebody else's dish. */
async function buildPerson() {
  const seller = await buildSeller(server);
  const post = await buildPost(server, { user_id: seller.id });
  await call('toggle_like', { post_id_to_toggle: post.id, liked: true }, await buildMember(server));
  await buildComment(server, { user_id: seller.id });
  return seller;
}
const suspend = (id: string, suspended: boolean): Promise<Decided> =>
  call('toggle_user_suspension', { user_id_to_toggle: id, suspended, reason: 'Penipuan.' }, admin);
const suspendStall = (id: string, suspended: boolean): Promise<Decided> =>
  call('toggle_warung_suspension', { warung_id: id, suspended, reason: 'Penipuan.' }, admin);
const handle = (p_report_id: string, p_action: 'dismiss' | 'resolve_and_delete'): Promise<Decided> =>
  call('handle_report', { p_report_id, p_action }, admin);

async function reportMessage(): Promise<string> {
  const { id, user1_id, user2_id } = await buildConversation(server);
  const message = await buildMessage(server, { conversation_id: id, sender_id: user1_id });
  const about = { reported_message_id: message.id, reported_user_id: user1_id, reporter_id: user2_id };
  const report = db
    .insertInto('reports')
    .values({ ...about, reason: 'Menipu' })
    .returning('id');
  return (await report.executeTakeFirstOrThrow()).id;
}
async function appealAgainstRemoval(): Promise<string> {
  const member = await buildMember(server);
  const about = { subject_type: 'post' as const, subject_id: crypto.randomUUID(), action: 'remove' as const };
  const { id } = await buildDecision(server, admin, { ...about, user_id: member.id });
  await call('appeal_removal', { decision_id: id, appeal_text: 'Itu foto saya.' }, member);
  return (await db.selectFrom('appeals').select('id').where('decision_id', '=', id).executeTakeFirstOrThrow()).id;
}

/** For each kind of decision, prepares a subject and returns a function that decides about it. */
const kinds: Record<string, () => Promise<() => Promise<Decided>>> = {
  'application approve': async () => {
    const { id: application_id } = await buildApplication(server);
    return () => call('approve_seller_application', { application_id }, admin);
  },
  'application reject': async () => {
    const { id: application_id } = await buildApplication(server);
    return () => call('reject_seller_application', { application_id, reason: 'Belum lengkap.' }, admin);
  },
  'post dismiss': async () => {
    const { id } = await buildReport(server);
    return () => handle(id, 'dismiss');
  },
  'post remove': async () => {
    const { id } = await buildReport(server);
    return () => handle(id, 'resolve_and_delete');
  },
  'comment dismiss': async () => {
    const comment = await buildComment(server);
    await call('report_comment', { reported_comment_id: comment.id, reason: 'Kasar' }, second);
    const report = db.selectFrom('reports').select('id').where('reported_comment_id', '=', comment.id);
    const { id } = await report.executeTakeFirstOrThrow();
    return () => handle(id, 'dismiss');
  },
  'message dismiss': async () => {
    const id = await reportMessage();
    return () => handle(id, 'dismiss');
  },
  'message remove': async () => {
    const id = await reportMessage();
    return () => handle(id, 'resolve_and_delete');
  },
  'user suspend': async () => {
    const { id } = await buildPerson();
    return () => suspend(id, true);
  },
  'user lift': async () => {
    const { id } = await buildPerson();
    await suspend(id, true);
    return () => suspend(id, false);
  },
  'user delete': async () => {
    const { id } = await buildPerson();
    return () => call('delete_user_by_admin', { user_id_to_delete: id }, admin);
  },
  'warung suspend': async () => {
    const { id } = await buildPerson();
    return () => suspendStall(id, true);
  },
  'warung lift': async () => {
    const { id } = await buildPerson();
    await suspendStall(id, true);
    return () => suspendStall(id, false);
  },
  'warung delete': async () => {
    const { id } = await buildPerson();
    return () => call('delete_warung_by_admin', { warung_id: id }, admin);
  },
  'appeal accept': async () => {
    const appeal_id = await appealAgainstRemoval();
    return () => call('decide_appeal', { appeal_id, accepted: true }, admin);
  },
  'appeal reject': async () => {
    const appeal_id = await appealAgainstRemoval();
    return () => call('decide_appeal', { appeal_id, accepted: false, reason: 'Foto dari internet.' }, admin);
  },
};

const tables = [
  'profiles',
  'warungs',
  'posts',
  'post_comments',
  'likes',
  'messages',
  'sessions',
  'seller_applications',
  'reports',
  'appeals',
  'notifications',
];

/** Reads all that people and admins see, without the times at which rows were changed. */
async function state(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - '{updated_at,version,last_seen_at}'::text[])::text as row from ${sql.table(table)} t
      order by 1`.execute(db);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

describe.each(Object.entries(kinds))('%s', (kind, prepare) => {
  test('undone leaves everything as it was, also when it would be settled', async () => {
    const decide = await prepare();
    const before = await state();
    const { decision } = await decide();
    expect([decision?.subject_type, decision?.action]).toEqual(kind.split(' '));
    expect(await state()).not.toEqual(before);
    const undo = (as: typeof admin) => call('undo_decision', { decision_id: decision?.id ?? '' }, as);
    await expect(undo(second)).rejects.toMatchObject({ status: 409, code: 'undo_expired' });
    await undo(admin);
    await undo(admin);
    expect(await state()).toEqual(before);
    await settle(server, decision);
    expect(await state()).toEqual(before);
    await expectExactCounts(db);
  });

  test('stands after twelve seconds', async () => {
    const { decision } = await (await prepare())();
    const id = decision?.id ?? '';
    await db
      .updateTable('decisions')
      .set({ created_at: new Date(Date.now() - 12_500) })
      .where('id', '=', id)
      .execute();
    await expect(call('undo_decision', { decision_id: id }, admin)).rejects.toMatchObject({ code: 'undo_expired' });
  });
});

test('what was decided again is not undone', async () => {
  const { id } = await buildPerson();
  const { decision } = await suspend(id, true);
  await suspend(id, false);
  await expect(call('undo_decision', { decision_id: decision?.id ?? '' }, admin)).rejects.toMatchObject({
    code: 'undo_expired',
  });
});

test.each(['a post', 'a message'])(
  'a dismissal is undone while its reporter reports %s again: one report is open',
  async (subject) => {
    const reportId = subject === 'a post' ? (await buildReport(server)).id : await reportMessage();
    const { decision } = await handle(reportId, 'dismiss');
    const about = db.selectFrom('reports').selectAll().where('id', '=', reportId);
    const { undone } = await db.transaction().execute(async (reporting) => {
      const { reported_post_id, reported_message_id, reported_user_id, reporter_id, reason } =
        await about.executeTakeFirstOrThrow();
      const posts = reporting.selectFrom('posts').select('id').where('id', '=', reported_post_id);
      const conversations = reporting
        .selectFrom('conversations')
        .select('id')
        .where((row) => row.or([row('user1_id', '=', reporter_id), row('user2_id', '=', reporter_id)]));
      await (subject === 'a post' ? posts : conversations).forNoKeyUpdate().executeTakeFirstOrThrow();
      const again = { reported_post_id, reported_message_id, reported_user_id, reporter_id, reason };
      await reporting.insertInto('reports').values(again).execute();
      const undoing = rawCall('undo_decision', { decision_id: decision?.id ?? '' }, admin);
      await untilLockWait(db);
      // not awaited here: it waits for this transaction
      return { undone: undoing };
    });
    expect((await undone).status).toBe(200);
    const { subject_id } = await about.executeTakeFirstOrThrow();
    const reports = db.selectFrom('reports').select('status').where('subject_id', '=', subject_id).orderBy('status');
    expect(await reports.execute()).toEqual([{ status: 'dismissed' }, { status: 'pending' }]);
  },
);

test('a dismissal is undone while somebody reports another dish: an admin has one unread row of reports', async () => {
  // This admin has been told of this report only, so that the decision marks the whole row as read.
  const { id: adminId } = await buildAdmin(server);
  const { id: reported_post_id } = await buildPost(server);
  await call('create_report', { reported_post_id, reason: 'Menipu' }, await buildMember(server));
  const { id } = await db.selectFrom('reports').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const { decision } = await handle(id, 'dismiss');
  const { undone } = await db.transaction().execute(async (reporting) => {
    await sql`
      insert into notifications (user_id, sender_id, type, topic, first_event, last_event)
      select user_id, sender_id, type, topic, first_event, last_event
      from notifications where user_id = ${adminId} and topic = 'reports' and decision_id = ${decision?.id}`.execute(
      reporting,
    );
    const undoing = rawCall('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    await untilLockWait(db);
    // not awaited here: it waits for this transaction
    return { undone: undoing };
  });
  expect((await undone).status).toBe(200);
  const unread = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', adminId)
    .where('topic', '=', 'reports')
    .where('is_read', '=', false)
    .execute();
  expect(unread).toHaveLength(1);
});
