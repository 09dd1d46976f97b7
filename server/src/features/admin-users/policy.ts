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
