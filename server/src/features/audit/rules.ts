import type { AuditedAction } from '@lapau/contract/audit';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { insertAuditRow } from './queries.ts';

type TargetType =
  | 'user'
  | 'warung'
  | 'setting'
  | 'post'
  | 'comment'
  | 'message'
  | 'report'
  | 'application'
  | 'appeal'
  | 'banner'
  | 'spellings'
  | 'list';

/** An admin's call and its target; `userId` is the person concerned, stored because the target may be deleted. */
export type AdminAction = {
  action: AuditedAction;
  target: { type: TargetType; id: string; userId?: string };
  details?: Record<string, unknown>;
};

/** Writes an admin's action to the audit log, in the transaction that does it. No secret belongs in `details`. */
export async function recordAction(tx: Tx, actor: { id: string }, action: AdminAction): Promise<void> {
  await insertAuditRow(tx.db, actor.id, {
    action: action.action,
    target_type: action.target.type,
    target_id: action.target.id,
    target_user_id: action.target.userId ?? null,
    details: JSON.stringify(action.details ?? {}),
  });
}
