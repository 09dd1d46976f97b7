import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/**
 * Why an admin may neither suspend an account nor lift its suspension, or undefined.
 * @param activeAdmins ids of the admins who are not suspended, as they are now
 */
export function suspensionRefusal(
  actorId: string,
  targetId: string,
  activeAdmins: string[],
): 'own_account' | 'last_admin' | 'forbidden' | undefined {
  if (actorId === targetId) return 'own_account';
  if (isLastAdmin(targetId, activeAdmins)) return 'last_admin';
  return activeAdmins.includes(actorId) ? undefined : 'forbidden';
}

/** The last active admin is neither suspended nor demoted, not even by an undo, as nobody could reverse it. */
export const isLastAdmin = (personId: string, activeAdmins: string[]): boolean =>
  activeAdmins.length === 1 && activeAdmins[0] === personId;

/** Why an admin may neither suspend a stall nor lift its suspension, or undefined. */
export const stallSuspensionRefusal = (adminId: string, stallId: string): 'own_account' | undefined =>
  adminId === stallId ? 'own_account' : undefined;

/** Whether a suspension of the stall also signs its owner out: it does, unless the owner is an admin. */
export const isEndedWithStall = (owner: { owner_role: Read<Role> }): boolean => owner.owner_role === 'penjual';
