import type { CallName } from '@lapau/contract/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  buildAdmin,
  buildApplication,
  buildComment,
  buildConversation,
  buildMessage,
  buildPost,
  buildSeller,
  buildSession,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
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

// Three or more transactions can still wait in a circle: there is seldom one deadlock, and its transaction is run again. A broken
// lock order causes more, and pairs of transactions that could wait for each other have tests of their own below.
const deadlocksByChance = 1;

test('everything that takes locks, at once on the same people and posts, fails nothing and meets hardly a deadlock', async () => {
  // There are as many workers as connections: more of them would wait for a connection instead of for locks.
  const size = { members: 6, sellers: 3, posts: 4, workers: 10, operations: 600, deletions: 6, required: contended };
  const answers = await contend(server, size);
  expect([...answers.keys()].filter((answer) => !/ (?:200|401|403|404|409|429)$/.test(answer))).toEqual([]);
  expect(contended.filter((call) => !answers.has(`${call} 200`))).toEqual([]);
  expect(deadlocks().slice(deadlocksByChance)).toEqual([]);
  await expectExactCounts(server.db);
});

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

const deleteStall = async (admin: BuiltMember, sellerId: string) =>
  (await server.call('delete_warung_by_admin', { warung_id: sellerId, reason: 'Penipuan.' }, admin)).decision;

const roleChanges: [string, (admin: BuiltMember, sellerId: string) => Promise<() => Promise<unknown>>][] = [
  ['the deletion of a suspended stall', async (admin, sellerId) => () => deleteStall(admin, sellerId)],
  [
    'its undo',
    async (admin, sellerId) => {
      const decision = await deleteStall(admin, sellerId);
      return () => server.call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    },
  ],
  [
    'an approval, undone, of somebody who had a stall',
    async (admin, sellerId) => {
      await server.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', sellerId).execute();
      const { id } = await buildApplication(server, { user_id: sellerId });
      const { decision } = await server.call('approve_seller_application', { application_id: id }, admin);
      return () => server.call('undo_decision', { decision_id: decision.id }, admin);
    },
  ],
];

test.each(roleChanges)(
  '%s waits for a post the seller commented on without a lock on the own ones',
  async (_what, prepare) => {
    const [admin, seller] = [await buildAdmin(server), await buildSeller(server)];
    const [other = '', own = ''] = [crypto.randomUUID(), crypto.randomUUID()].toSorted();
    await buildPost(server, { id: own, user_id: seller.id });
    await buildPost(server, { id: other });
    await buildComment(server, { post_id: other, user_id: seller.id });
    await server.db.updateTable('warungs').set({ is_suspended: true }).where('id', '=', seller.id).execute();
    const change = await prepare(admin, seller.id);
    const { changed } = await server.db.transaction().execute(async (like) => {
      await like.selectFrom('posts').select('id').where('id', '=', other).forNoKeyUpdate().execute();
      const changing = change();
      await untilLockWait(server.db);
      const lockOwn = like.selectFrom('posts').select('id').where('id', '=', own).forNoKeyUpdate().noWait();
      expect(await lockOwn.execute()).toEqual([{ id: own }]);
      return { changed: changing };
    });
    await changed;
  },
);
