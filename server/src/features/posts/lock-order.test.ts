import type { CallName } from '@lapau/contract/calls';
import { expect, test } from 'vitest';
import { contend, countDeadlocks } from '../../testing/contention.ts';
import { expectExactCounts } from '../../testing/counts.ts';
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

test('everything that takes locks, at once on the same people and posts, meets no deadlock', async () => {
  const size = { members: 6, sellers: 3, posts: 4, workers: 16, operations: 600, deletions: 6, required: contended };
  const answers = await contend(server, size);
  expect([...answers.keys()].filter((answer) => !/ (?:200|401|403|404|409|429)$/.test(answer))).toEqual([]);
  expect(contended.filter((call) => !answers.has(`${call} 200`))).toEqual([]);
  expect(await countDeadlocks(server.db, server.platform.database.pool)).toBe(0);
  await expectExactCounts(server.db);
}, 180_000);
