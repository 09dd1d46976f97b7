import type { Role } from '@lapau/contract/profile';

/**
 * Why an admin may neither suspend an account nor lift its suspension, or undefined (D9).
 * @param activeAdmins ids of the admins who are not suspended, as they are now
 */
export function suspensionRefusal(
  actorId: string,
  targetId: string,
  activeAdmins: string[],
): 'own_account' | 'last_admin' | 'forbidden' | undefined {
  if (actorId === targetId) return 'own_account';
  if (activeAdmins.length === 1 && activeAdmins[0] === targetId) return 'last_admin';
  return activeAdmins.includes(actorId) ? undefined : 'forbidden';
}

type Edited = { id: string; role: Role; email: string; admin_until: string | null };

/**
 * Why an admin may not give an account this role and e-mail, or undefined (D9): nobody changes the own role, the last active
 * admin stays one, and an admin's e-mail, or that of somebody who was one lately, is changed by themselves only.
 * @param activeAdmins ids of the admins who are not suspended, as they are now
 */
export function editRefusal(
  actorId: string,
  target: Edited,
  wanted: Pick<Edited, 'role' | 'email'>,
  activeAdmins: string[],
): 'own_role' | 'admin_email' | 'last_admin' | 'forbidden' | undefined {
  const isOwn = actorId === target.id;
  if (!activeAdmins.includes(actorId)) {
    return activeAdmins.length === 1 && activeAdmins[0] === target.id ? 'last_admin' : 'forbidden';
  }
  if (isOwn && wanted.role !== target.role) return 'own_role';
  const isProtected = target.role === 'admin' || target.admin_until !== null;
  if (!isOwn && isProtected && wanted.email.toLowerCase() !== target.email.toLowerCase()) return 'admin_email';
  return undefined;
}
