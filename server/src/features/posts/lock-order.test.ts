import type { CallName } from '@lapau/contract/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildAdmin, buildMessage, buildPost, buildConversation, buildSession } from '../../testing/builders.ts';
import { contend } from '../../testing/contention.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();

const contended: CallName[] = [
  'toggle_like',
  'toggle_save_post',
  'add_comment',
  'delete_comment',
  'create_post',
  'delete_post',
  'create_report',
  'handle_report',
  'undo_decision',
  'update_profile',
  'delete_account',
  'toggle_user_suspension',
  'toggle_warung_suspension',
  'update_post',
  'renew_post',
  'set_posts_open',
  'undo_posts_open',
  'set_warung_open',
  'update_my_warung',
  'submit_application',
  'approve_seller_application',
  'reject_seller_application',
  'delete_warung_by_admin',
  'open_conversation',
  'send_message',
  'mark_conversation_read',
  'delete_message',
  'report_message',
  'set_block',
];

const warn = vi.spyOn(server.platform.log, 'warn').mockReturnValue();
const deadlocks = () => warn.mock.calls.filter(([, message]) => message === 'a transaction met a deadlock');
beforeEach(() => warn.mockClear());

// Three transactions or more can still wait in a circle: seldom one deadlock is met, and its transaction is run again. A broken
// lock order meets more, and two transactions that can wait for each other have tests of their own below.
const deadlocksByChance = 2;

test('everything that takes locks, at once on the same people and posts, fails nothing and meets hardly a deadlock', async () => {
  // as many workers as the pool has connections: more would wait for one instead of for locks
  const size = { members: 6, sellers: 3, posts: 4, workers: 10, operations: 600, deletions: 6, required: contended };
  const answers = await contend(server, size);
  expect([...answers.keys()].filter((answer) => !/ (?:200|401|403|404|409|429)$/.test(answer))).toEqual([]);
  expect(contended.filter((call) => !answers.has(`${call} 200`))).toEqual([]);
  expect(deadlocks().slice(deadlocksByChance)).toEqual([]);
  await expectExactCounts(server.db);
}, 180_000);

test('an admin who deletes a post that is being deleted waits without a lock on it', async () => {
  const [admin, { id }] = [await buildAdmin(server), await buildPost(server)];
  const { answer } = await server.db.transaction().execute(async (deletion) => {
    await deletion.selectFrom('posts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const deleting = server.call('delete_post', { post_id: id }, admin);
    await untilLockWait(server.db);
    await deletion.deleteFrom('posts').where('id', '=', id).execute();
    // not awaited here: it waits for this transaction
    return { answer: deleting };
  });
  expect(await answer).toEqual({ deleted: false, decision: null });
  expect(deadlocks()).toEqual([]);
});

test('a report that blocks the sender waits for the deletion of the sender without a lock on the conversation', async () => {
  const { id, user1_id: senderId, user2_id: reporterId } = await buildConversation(server);
  const { id: message_id } = await buildMessage(server, { conversation_id: id, sender_id: senderId });
  const reporter = await buildSession(server, reporterId);
  const { answer } = await server.db.transaction().execute(async (deletion) => {
    await deletion.selectFrom('profiles').select('id').where('id', '=', senderId).forNoKeyUpdate().execute();
    const reporting = server.rawCall('report_message', { message_id, reason: 'Menipu', block: true }, reporter);
    await untilLockWait(server.db);
    await deletion.selectFrom('conversations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    return { answer: reporting };
  });
  expect((await answer).status).toBe(200);
  expect(deadlocks()).toEqual([]);
});
