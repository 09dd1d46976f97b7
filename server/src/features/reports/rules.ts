import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { AppError } from '../../platform/errors/app-error.ts';
import type { StoredLimits } from '../../platform/limits/stored-limits.ts';
import type { Admin, Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { setBlock } from '../chat/rules-blocks.ts';
import { lockMessageAndSender } from '../chat/rules.ts';
import { lockComment } from '../comments/rules.ts';
import { notifyOfReport, takeAdminsLockShared } from '../notifications/rules.ts';
import { lockVisiblePost } from '../posts/rules.ts';
import { isOwnContent, mayReport } from './policy.ts';
import { findMessageReport, findOwnerName, findReportedComment, insertExcerpt, insertReport } from './queries.ts';

type ReportLimits = { stored: StoredLimits; addressGroup: string };

/**
 * Reports somebody else's post, with a snapshot that outlives it.
 * @throws AppError post_not_found, own_post, too_many_reports
 */
export async function reportPost(
  tx: Tx,
  actor: Member,
  postId: string,
  reason: string,
  limits: ReportLimits,
): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const post = await lockVisiblePost(tx, actor, postId);
  if (isOwnContent(actor, post.user_id)) throw new AppError('own_post');
  const report = await insertReport(tx.db, {
    reporter_id: actor.id,
    reported_post_id: post.id,
    reported_user_id: post.user_id,
    snapshot_food_name: post.food_name,
    snapshot_images: post.images,
    snapshot_owner_name: post.is_admin_post ? post.seller_name : await findOwnerName(tx.db, post.user_id),
    reason,
  });
  if (report) await announceReport(tx, actor, limits, { subjectId: post.id, what: `postingan ${post.food_name}` });
}

/**
 * Reports somebody else's comment.
 * @throws AppError comment_not_found, own_comment, too_many_reports
 */
export async function reportComment(
  tx: Tx,
  actor: Member,
  commentId: string,
  reason: string,
  limits: ReportLimits,
): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const isLocked = await lockComment(tx, actor, commentId);
  const comment = isLocked && (await findReportedComment(tx.db, commentId));
  if (!comment || !mayReport(comment)) throw new AppError('comment_not_found');
  if (isOwnContent(actor, comment.user_id)) throw new AppError('own_comment');
  const report = await insertReport(tx.db, {
    reporter_id: actor.id,
    reported_post_id: comment.post_id,
    reported_comment_id: comment.id,
    reported_user_id: comment.user_id,
    snapshot_food_name: comment.food_name,
    snapshot_images: comment.images,
    snapshot_owner_name: comment.owner_name,
    snapshot_comment: comment.content,
    reason,
  });
  if (report)
    await announceReport(tx, actor, limits, { subjectId: comment.id, what: `komentar di ${comment.food_name}` });
}

/** Admins see the reported message of a conversation, and so many messages before it. */
const messagesBefore = 5;

/**
 * Reports the other person's message with the messages before it.
 * @throws AppError message_not_found, own_message, too_many_reports
 */
export async function reportMessage(
  tx: Tx,
  actor: Member,
  { message_id, reason }: Pick<ParsedInput<'report_message'>, 'message_id' | 'reason'>,
  limits: ReportLimits,
): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const message = await lockOthersMessage(tx, actor, message_id);
  const senderName =
    message.sender_id === null ? 'Pengguna Tidak Dikenal' : await findOwnerName(tx.db, message.sender_id);
  const report = await insertReport(tx.db, {
    reporter_id: actor.id,
    reported_message_id: message.id,
    reported_user_id: message.sender_id,
    snapshot_owner_name: senderName,
    reason,
  });
  if (report) {
    await insertExcerpt(tx.db, report.id, message, messagesBefore);
    await announceReport(tx, actor, limits, { subjectId: message.id, what: 'sebuah pesan' });
  }
}

/**
 * Blocks the sender of a message that is being reported, in a transaction before the report's: too many reports do not prevent it.
 * @throws AppError message_not_found, own_message, user_not_found
 */
export async function blockSender(tx: Tx, actor: Member, messageId: string): Promise<void> {
  const { sender_id } = await lockOthersMessage(tx, actor, messageId);
  if (sender_id !== null) await setBlock(tx, actor, sender_id, true);
}

async function lockOthersMessage(tx: Tx, actor: Member, messageId: string) {
  // setBlock locks both people, as people are locked before the conversation (ARCHITECTURE.md, Lock order).
  const found = await lockMessageAndSender(tx, actor, messageId);
  if (!found) throw new AppError('message_not_found');
  if (isOwnContent(actor, found.message.sender_id)) throw new AppError('own_message');
  return found.message;
}

/**
 * The stored excerpt of a reported message; each reading is audited.
 * @throws AppError report_not_found, also for reports of something else
 */
export async function readMessageReport(
  tx: Tx,
  admin: Admin,
  reportId: string,
): Promise<CallOutput<'get_message_report'>> {
  const report = await findMessageReport(tx.db, reportId);
  if (!report) throw new AppError('report_not_found');
  await recordAction(tx, admin, {
    action: 'get_message_report',
    target: { type: 'report', id: reportId, ...(report.reported_user_id && { userId: report.reported_user_id }) },
  });
  return report;
}

/** Counts a report and tells the admins of it. */
async function announceReport(
  tx: Tx,
  actor: Member,
  { stored, addressGroup }: ReportLimits,
  about: Parameters<typeof notifyOfReport>[2],
): Promise<void> {
  await stored.count(tx.db, 'too_many_reports', ['reportsByMember', 'reportsByMemberAndDay'], actor.id);
  await stored.take(tx.db, 'too_many_reports', [{ limit: 'reportsByAddress', of: [addressGroup] }]);
  await notifyOfReport(tx, actor, about);
  tx.signal('admin', { type: 'reports_changed' });
}
