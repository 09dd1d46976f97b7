import type { Role } from '@lapau/contract/roles';

/** No admin decides about their own application. */
export const isOwnCase = (admin: { id: string }, application: { user_id: string }): boolean =>
  admin.id === application.user_id;

/** A stall needs somebody who can sign in. */
export const mayGetStall = (person: { is_suspended: boolean }): boolean => !person.is_suspended;

/** Who was a buyer before the approval is one again when it is undone; an admin has kept the role. */
export const isBuyerAgain = (before: { role?: Role }): boolean => before.role === 'pembeli';

/** Whoever has no stall to keep; a stall that was hidden when its seller lost the role does not count. */
export const mayApply = (person: { role: Role; hasWarung: boolean }): boolean =>
  person.role === 'pembeli' || (person.role === 'admin' && !person.hasWarung);
