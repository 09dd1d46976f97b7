import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import type { Decision, ReasonKey } from '@lapau/contract/decisions';
import { reportSubjects } from '@lapau/contract/reports';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { deleteReportedMessage, lockMessage } from '../chat/rules.ts';
import { deleteRemovedComment, setCommentRemoved } from '../comments/rules-delete.ts';
import { lockComment } from '../comments/rules.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import { checkDecision, isDecided, takeDecisionLock, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { markDecidedRead } from '../notifications/rules-withdraw.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { deleteRemovedPost, setPostRemoved } from '../posts/rules-delete.ts';
import { lockPost } from '../posts/rules.ts';
import { closedText, isOwnCase, isTold, removedText } from './policy.ts';
import type { Reported } from './policy.ts';
import { closeReports, findReport, lockOpenReports, reopenReports } from './queries-decide.ts';
import { hasOpenReports } from './queries.ts';

/**
 * Decides all open reports of a thing: they are dismissed, or the thing is hidden at once and deleted when the decision stands.
 * Reporters are notified of the outcome, and the author of the reason.
 * @throws AppError report_not_found; own_case, already_decided; image_delete_failed
 */
export async function handleReport(
  tx: Tx,
  admin: Admin,
  { p_report_id, p_action, version, ...given }: ParsedInput<'handle_report'>,
): Promise<CallOutput<'handle_report'>> {
  const report = await findReport(tx.db, p_report_id);
  // A kind of thing that only a later release knows is decided by that release (D102).
  const type = reportSubjects.find((known) => known === report?.subject_type);
  if (!report || !type) throw new AppError('report_not_found');
  const target = { type, id: report.subject_id };
  await takeDecisionLock(tx, target.id);
  if (isOwnCase(admin, report)) throw new AppError('own_case');
  const isRemoval = p_action === 'resolve_and_delete';
  const action = isRemoval ? 'remove' : 'dismiss';
  const status = isRemoval ? 'resolved' : 'dismissed';
  const subject = await lockReported(tx, admin, report, report.reported_user_id);
  const open = await lockOpenReports(tx.db, report.subject_id);
  const earlier = await checkDecision(tx, admin, target, { action, version, isUndecided: open.length > 0 });
  if (earlier) return { status, decision: earlier };

  if (isRemoval) await subject.setRemoved?.(true);
  const reason = reasonText(given) || (isRemoval ? reasonPresets.rules : '');
  const decision = await recordDecision(tx, admin, {
    subject: target,
    action,
    userId: report.reported_user_id,
    reason,
    audit: {
      action: 'handle_report',
      target: {
        ...target,
        ...(report.reported_user_id !== null && { userId: report.reported_user_id }),
      },
      details: {
        p_action,
        reports: open.length,
        food_name: report.snapshot_food_name,
        ...(report.snapshot_comment !== null && { comment: report.snapshot_comment }),
      },
    },
  });
  await closeReports(tx.db, target.id, status, decision.id);
  await markDecidedRead(tx, [target.id], decision.id);
  // Authors who have deleted the thing already are told nothing.
  const isGone = type === 'message' ? report.reported_message_id === null : !subject.setRemoved;
  const reported = { ...report, subject_type: type };
  const authorId = report.reported_user_id;
  const cookId = subject.cookId ?? (type === 'post' ? authorId : null);
  await notify(tx, reported, { reporters: open, authorId: isGone ? null : authorId, cookId, decision });
  tx.signal('admin', { type: 'reports_changed' });
  return { status, decision };
}

/**
 * Removes somebody's post or comment, as handleReport does, from the screen that shows it; its reports are answered at the same time.
 * @returns null when it does not exist
 * @throws AppError already_decided; image_delete_failed
 */
export async function removeByAdmin(
  tx: Tx,
  admin: Admin,
  target: { type: 'post' | 'comment'; id: string },
  { version, ...given }: { version?: number | undefined; reason: string; reason_key?: ReasonKey | undefined },
): Promise<Decision | null> {
  await takeDecisionLock(tx, target.id);
  const locked = target.type === 'comment' ? await lockComment(tx, admin, target.id) : undefined;
  const post = target.type === 'post' ? await lockPost(tx.db, admin.id, target.id) : locked?.post;
  const comment = locked?.comment;
  const open = await lockOpenReports(tx.db, target.id);
  if (!post && !(await isDecided(tx, target))) return null;
  const earlier = await checkDecision(tx, admin, target, {
    action: 'remove',
    version,
    isUndecided: post !== undefined,
  });
  if (earlier || !post) return earlier ?? null;

  await (comment ? setCommentRemoved(tx, target.id, true) : setPostRemoved(tx, post, true));
  const authorId = (comment ?? post).user_id;
  const decision = await recordDecision(tx, admin, {
    subject: target,
    action: 'remove',
    userId: authorId,
    reason: reasonText(given) || reasonPresets.rules,
    audit: {
      action: comment ? 'delete_comment' : 'delete_post',
      target: { ...target, userId: authorId },
      details: { food_name: post.food_name, ...(comment && { content: comment.content }), reports: open.length },
    },
  });
  await closeReports(tx.db, target.id, 'resolved', decision.id);
  await markDecidedRead(tx, [target.id], decision.id);
  const removed = { subject_type: target.type, snapshot_food_name: post.food_name };
  await notify(tx, removed, { reporters: open, authorId, cookId: post.user_id, decision });
  if (open.length > 0) tx.signal('admin', { type: 'reports_changed' });
  return decision;
}

/** Opens the reports again, and shows what was hidden. */
async function undoReportDecision(tx: Tx, decision: StoredDecision): Promise<void> {
  // The thing is locked after a dismissal too, so that a new report of it comes before or after this.
  const { setRemoved } = await lockReported(tx, { id: decision.decided_by ?? '' }, decision, decision.user_id);
  if (decision.action === 'remove') await setRemoved?.(false);
  await reopenReports(tx.db, decision.id);
  tx.signal('admin', { type: 'reports_changed' });
}

/** Deletes what was hidden, unless it was deleted with its author. */
async function settleRemoval(tx: Tx, decision: StoredDecision): Promise<void> {
  const { subject_type: type, subject_id: id, user_id: authorId } = decision;
  if (authorId === null) return;
  if (type === 'post') await deleteRemovedPost(tx, authorId, id);
  if (type === 'comment') await deleteRemovedComment(tx, authorId, id);
  if (type === 'message') {
    await publishGoneReports(tx, id);
    await deleteReportedMessage(tx, authorId, id);
  }
}

const dismissal = { reverse: undoReportDecision };
const removal = { reverse: undoReportDecision, settle: settleRemoval };

export const reportEffects: DecisionEffects = {
  'post dismiss': dismissal,
  'post remove': removal,
  'comment dismiss': dismissal,
  'comment remove': removal,
  'message dismiss': dismissal,
  'message remove': removal,
};

/**
 * Tells admins' open lists that the owner is about to delete a post, a comment or a message. Reports of it, and of comments that are
 * deleted with it, stay.
 */
export async function publishGoneReports(tx: Tx, id: string): Promise<void> {
  if (await hasOpenReports(tx.db, id)) tx.signal('admin', { type: 'reports_changed' });
}

/**
 * Locks the reported thing, and tells whose dish it is or stands under. `setRemoved` is missing when the thing is gone, and for a
 * message, which stays until the decision stands: a deletion is counted in its conversation and cannot be undone.
 */
async function lockReported(
  tx: Tx,
  admin: { id: string },
  { subject_type: type, subject_id: id }: Pick<StoredDecision, 'subject_type' | 'subject_id'>,
  authorId: string | null,
): Promise<{ setRemoved?: (removed: boolean) => Promise<void>; cookId?: string }> {
  if (type === 'post') {
    const post = await lockPost(tx.db, admin.id, id);
    return post ? { setRemoved: (removed) => setPostRemoved(tx, post, removed), cookId: post.user_id } : {};
  }
  const locked = type === 'comment' ? await lockComment(tx, admin, id) : undefined;
  if (locked) return { setRemoved: (removed) => setCommentRemoved(tx, id, removed), cookId: locked.post.user_id };
  if (type === 'message' && authorId !== null) await lockMessage(tx, { id: authorId }, id);
  return {};
}

/** Notifies the reporters, except the deciding admin, of the outcome, and the author of a removed thing of the reason. */
async function notify(
  tx: Tx,
  about: Reported,
  told: {
    reporters: { reporter_id: string | null }[];
    authorId: string | null;
    /** The cook whose dish it is, or under whose dish it stands. */
    cookId: string | null;
    decision: Decision;
  },
): Promise<void> {
  const { reporters, authorId, cookId, decision } = told;
  const isRemoval = decision.action === 'remove';
  // The text names the dish as long as its cook has an account.
  const said = (text: (report: Reported) => string) => {
    const [content, nameless] = [text(about), text({ ...about, snapshot_food_name: '' })];
    const ends = { decision_id: decision.id };
    return cookId === null ? { ...ends, content: nameless } : { ...ends, content, names: [cookId], nameless };
  };
  const outcome = said((report) => closedText(report, isRemoval));
  const outcomes = reporters.flatMap(({ reporter_id: user_id }) =>
    isTold(user_id, decision) ? [{ user_id, type: 'report_outcome' as const, ...outcome }] : [],
  );
  await notifyOfDecision(tx, outcomes);
  if (isRemoval && authorId !== null) {
    const removed = said((report) => removedText(report, decision.reason));
    await notifyOfDecision(tx, [{ user_id: authorId, type: 'content_removed', ...removed }]);
  }
}
