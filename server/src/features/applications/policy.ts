import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** No admin decides about their own application. */
export const isOwnCase = (admin: { id: string }, application: { user_id: string }): boolean =>
  admin.id === application.user_id;

/** A suspended person gets no stall, as they could not sign in to run it. */
export const mayGetStall = (person: { is_suspended: boolean }): boolean => !person.is_suspended;

/** Whether undoing an approval makes the applicant a buyer again; an admin has kept the role. */
export const isBuyerAgain = (before: { role?: Read<Role> }): boolean => before.role === 'pembeli';

/** Buyers apply, and admins without a stall. A buyer may have a stall that was hidden with the role of seller. */
export const mayApply = (person: { role: Read<Role>; hasWarung: boolean }): boolean =>
  person.role === 'pembeli' || (person.role === 'admin' && !person.hasWarung);
