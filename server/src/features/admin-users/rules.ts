import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { AppError } from '../../platform/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockProfile } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { endSessions } from '../auth/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import { suspensionRefusal } from './policy.ts';
import { lockActiveAdmins, setUserSuspended } from './queries.ts';

/**
 * Suspends a person or lifts it (D7, D9, D11, D43). Repeating the current state changes nothing; lifting a suspension
 * does not restore old sessions.
 * @throws AppError user_not_found, own_account, last_admin
 */
export async function toggleUserSuspension(
  tx: Tx,
  admin: Admin,
  input: ParsedInput<'toggle_user_suspension'>,
): Promise<CallOutput<'toggle_user_suspension'>> {
  const activeAdmins = await lockActiveAdmins(tx.db);
  const user = await lockProfile(tx.db, input.user_id_to_toggle);
  if (!user) throw new AppError('user_not_found');
  const refusal = suspensionRefusal(admin.id, user.id, activeAdmins);
  if (refusal) throw new AppError(refusal);
  const suspended = input.suspended ?? !user.is_suspended;
  if (suspended === user.is_suspended) return { is_suspended: suspended };

  await setUserSuspended(tx.db, user.id, suspended);
  await recordAction(tx, admin, {
    action: 'toggle_user_suspension',
    target: { type: 'user', id: user.id, userId: user.id },
    details: { suspended },
  });
  if (suspended) await endSessions(tx, user.id, 'account_suspended');
  else tx.signal(`user:${user.id}`, { type: 'profile_changed' });
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${user.id}`, { type: 'warung_changed', warung_id: user.id });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, user.id);
  return { is_suspended: suspended };
}
