import type { Decision, DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import type { Read } from '@lapau/contract/known';
import { limits } from '@lapau/contract/limits';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { StateBefore } from '../../platform/database/stored-json.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { defineJob, hourSeconds } from '../../platform/jobs/jobs.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import type { AdminAction } from '../audit/rules.ts';
import { isOwnDecision } from './policy.ts';
import { findDecision, findLatestDecision, insertDecision } from './queries.ts';
import type { StoredDecision } from './queries.ts';

export type { StoredDecision };

type Subject = { type: DecisionSubject; id: string };
type StoredSubject = { type: Read<DecisionSubject>; id: string };

/**
 * Serializes the decisions about a subject: of two admins one decides first, and the other meets the decision. It has to be
 * the first statement of a rule that decides, undoes or settles.
 */
export const takeDecisionLock = (tx: Tx, subjectId: string): Promise<unknown> =>
  takeAdvisoryLock(tx.db, 'decision', subjectId);

/**
 * Whether the admin may still decide about a subject, which is locked.
 * @param asked.version the version that the admin has seen; undefined decides on whatever is there
 * @param asked.isUndecided whether there is anything to decide
 * @returns the admin's own decision when this is a retry of it
 * @throws AppError already_decided with what somebody else decided
 */
export async function checkDecision(
  tx: Tx,
  admin: Admin,
  subject: Subject,
  asked: { action: DecisionAction; version: number | undefined; isUndecided: boolean },
): Promise<Decision | undefined> {
  const latest = await findLatestDecision(tx.db, subject);
  const isUnseen = asked.version !== undefined && asked.version !== (latest?.number ?? 0);
  if (asked.isUndecided && !isUnseen && !isBeingDeleted(latest)) return undefined;
  if (latest && isOwnDecision(admin, latest) && latest.action === asked.action) return toDecision(latest);
  throw new AppError('already_decided', undefined, { current: latest ? toDecision(latest) : null });
}

/** Whether the subject is hidden and waits: nothing else is decided about it until it is deleted or the decision is undone. */
const isBeingDeleted = (latest: StoredDecision | undefined) =>
  latest !== undefined && deletes(latest.action) && latest.settled_at === null;

/**
 * Refuses another role or a stall to a locked person while they, or the stall they have, wait to be deleted.
 * @throws AppError person_being_deleted, stall_being_deleted
 */
export async function refuseWhileDeleted(tx: Tx, personId: string): Promise<void> {
  const isGoing = async (type: DecisionSubject) =>
    isBeingDeleted(await findLatestDecision(tx.db, { type, id: personId }));
  if (await isGoing('user')) throw new AppError('person_being_deleted');
  if (await isGoing('warung')) throw new AppError('stall_being_deleted');
}

/** Whether a decision about the subject stands, which was not undone. */
export const isDecided = async (tx: Tx, subject: Subject): Promise<boolean> =>
  (await findLatestDecision(tx.db, subject)) !== undefined;

export const latestDecision = (tx: Tx, subject: StoredSubject): Promise<StoredDecision | undefined> =>
  findLatestDecision(tx.db, subject);

export const findStoredDecision = (tx: Tx, id: string): Promise<StoredDecision | undefined> => findDecision(tx.db, id);

/** Kinds of decisions after which something is deleted once they cannot be undone any more. */
const deletes = (action: Read<DecisionAction>) => action === 'remove' || action === 'delete';

/** How long an undo that was tapped within the ten seconds may take to arrive. */
const graceMs = 2_000;
export const undoableMs = limits.undoMs + graceMs;

/**
 * Writes a decision that takes effect in this transaction, with its row of the audit log.
 * @throws AppError image_delete_failed when the deletion cannot be recorded
 */
export async function recordDecision(
  tx: Tx,
  admin: Admin,
  decided: {
    subject: Subject;
    action: DecisionAction;
    /** The person whom the decision concerns. */
    userId: string | null;
    reason?: string;
    stateBefore?: StateBefore;
    audit: AdminAction;
  },
): Promise<Decision> {
  const { subject, action, userId, reason = '', stateBefore = {}, audit } = decided;
  const stored = await insertDecision(tx.db, {
    subject_type: subject.type,
    subject_id: subject.id,
    action,
    user_id: userId,
    decided_by: admin.id,
    reason,
    state_before: stateBefore,
  });
  await recordAction(tx, admin, { ...audit, details: { ...audit.details, ...(reason && { reason }) } });
  if (deletes(action)) await scheduleDeletion(tx, stored.id);
  return toDecision(stored);
}

/** Settles a decision later. A failed run is repeated every 20 seconds for 20 hours, as people wait for it. */
export const settleLater = defineJob<{ id: string }>('settle_decision', {
  expireInSeconds: hourSeconds,
  retryLimit: 3_600,
  retryDelay: 5,
  retryDelayMax: 20,
});

async function scheduleDeletion(tx: Tx, id: string): Promise<void> {
  try {
    await tx.enqueue(settleLater, { id }, { afterMs: undoableMs });
  } catch (error) {
    throw new AppError('image_delete_failed', undefined, { cause: error });
  }
}

export const toDecision = (stored: StoredDecision): Decision => ({
  id: stored.id,
  subject_type: stored.subject_type,
  subject_id: stored.subject_id,
  action: stored.action,
  reason: stored.reason,
  decided_by: stored.decided_by,
  decided_by_name: stored.decided_by_name,
  decided_at: stored.created_at.toISOString(),
  version: stored.number,
  undo_until: new Date(stored.created_at.getTime() + limits.undoMs).toISOString(),
});
