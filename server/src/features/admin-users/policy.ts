import type { Read } from '@lapau/contract/known';
import { isKnownRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';

/** Why an admin may not delete an account, or undefined: an admin is demoted first. */
export function deletionRefusal(
  actorId: string,
  target: { id: string; role: Read<Role> },
  activeAdmins: string[],
): 'own_account' | 'forbidden' | 'admin_not_demoted' | undefined {
  if (actorId === target.id) return 'own_account';
  if (!activeAdmins.includes(actorId)) return 'forbidden';
  return target.role === 'admin' ? 'admin_not_demoted' : undefined;
}

/**
 * Why an admin may not give a person a recovery code, or undefined. Admins get none, or one admin could take over the account of
 * another. For somebody who has just ceased to be an admin it takes two who were admins for a week by then: otherwise one admin could
 * promote an accomplice to be the second, and then demote the other one.
 * @param recoveryAdmins ids of the admins who may be one of the two
 */
export function recoveryRefusal(
  actorId: string,
  person: { role: Read<Role>; adminUntil: Date | undefined },
  { activeAdmins, recoveryAdmins }: { activeAdmins: string[]; recoveryAdmins: string[] },
): 'forbidden' | 'admin_recovery' | 'former_admin_recovery' | undefined {
  if (!activeAdmins.includes(actorId)) return 'forbidden';
  if (person.role === 'admin') return 'admin_recovery';
  return person.adminUntil && !recoveryAdmins.includes(actorId) ? 'former_admin_recovery' : undefined;
}

type Request = { requested_by: string };

export const isOwnRequest = (actorId: string, request: Request): boolean => actorId === request.requested_by;

/** Whether another admin, who may still ask, has asked for the code: two admins have to give one to a recent admin. */
export const isAskedByAnother = (actorId: string, request: Request, recoveryAdmins: string[]): boolean =>
  !isOwnRequest(actorId, request) && recoveryAdmins.includes(request.requested_by);

/** What else follows when an admin gives an account another role. */
export const roleChange = (before: Read<Role>, after: Role) => ({
  becomesSeller: after === 'penjual' && before !== 'penjual',
  isDemotedAdmin: before === 'admin' && after !== 'admin',
  isAdmin: after === 'admin',
  /** The role that decides whether the name is reserved: an edit that takes the role from an admin may keep the admin's name. */
  nameRole: before === 'admin' ? before : after,
});

type Edited = { id: string; role: Read<Role>; email: string; admin_until: string | null };

/**
 * Why an admin may not give an account this role and e-mail, or undefined: nobody changes the own role, the last active
 * admin stays one, a role that only a later release knows is changed there (D102), and an admin's e-mail, or that of somebody who was one lately, is changed by themselves only.
 * @param activeAdmins ids of the admins who are not suspended, as they are now
 */
export function editRefusal(
  actorId: string,
  target: Edited,
  wanted: Pick<Edited, 'role' | 'email'>,
  activeAdmins: string[],
): 'own_role' | 'admin_email' | 'last_admin' | 'forbidden' | undefined {
  const isOwn = actorId === target.id;
  if (!activeAdmins.includes(actorId))
    return activeAdmins.length === 1 && activeAdmins[0] === target.id ? 'last_admin' : 'forbidden';
  if (isOwn && wanted.role !== target.role) return 'own_role';
  if (!isKnownRole(target.role)) return 'forbidden';
  const isProtected = target.role === 'admin' || target.admin_until !== null;
  if (!isOwn && isProtected && wanted.email.toLowerCase() !== target.email.toLowerCase()) return 'admin_email';
  return undefined;
}
