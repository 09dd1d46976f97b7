import type { CallOutput } from '@lapau/contract/calls';
import { AppError } from '../../platform/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockProfile } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { openRecoveryCode } from '../auth/rules-recovery-code.ts';

/**
 * Makes a code that the admin reads out to a person (D43, D80). Admins get none: one admin could take over another's account.
 * @throws AppError user_not_found, admin_recovery
 */
export async function createRecoveryCode(
  tx: Tx,
  admin: Admin,
  id: string,
): Promise<CallOutput<'create_recovery_code'>> {
  const person = await lockProfile(tx.db, id);
  if (!person) throw new AppError('user_not_found');
  if (person.role === 'admin') throw new AppError('admin_recovery');
  const { code, expiresAt } = await openRecoveryCode(tx, id);
  await recordAction(tx, admin, { action: 'create_recovery_code', target: { type: 'user', id, userId: id } });
  return { code, expires_at: expiresAt.toISOString() };
}
