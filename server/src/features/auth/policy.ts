import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** Recovery codes are refused for admins: one admin could otherwise sign in as another. */
export const mayUseRecoveryCode = (person: { role: Read<Role> }): boolean => person.role !== 'admin';

/** A code confirms a sign-in to its own account only; an e-mail that nobody has has null. */
export const isForAccount = (code: { user_id: string }, accountId: string | null): boolean =>
  code.user_id === accountId;

/** Only admins may have a name that looks like the site's or an admin's. */
export const mayHaveReservedName = (role: Read<Role> | undefined): boolean => role === 'admin';

/** Everybody ends their own sessions only. */
export const mayEndSession = (actor: { id: string }, session: { user_id: string }): boolean =>
  actor.id === session.user_id;

/** Who the operator of the server may make an admin: also an admin who is suspended. */
export const mayBecomeAdmin = (person: { role: Read<Role>; is_suspended: boolean; is_removed: boolean }): boolean =>
  !person.is_removed && (person.role !== 'admin' || person.is_suspended);

/** Whom the operator gives a link to a new password: whoever is an admin. */
export const mayResetAdmin = (person: { role: Read<Role>; is_suspended: boolean }): boolean =>
  person.role === 'admin' && !person.is_suspended;
