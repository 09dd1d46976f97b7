import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** Recovery codes are refused for admins: one admin could otherwise sign in as another. */
export const mayUseRecoveryCode = (person: { role: Read<Role> }): boolean => person.role !== 'admin';

/** A code confirms a sign-in to its own account only; `accountId` is null for an e-mail without an account. */
export const isForAccount = (code: { user_id: string }, accountId: string | null): boolean =>
  code.user_id === accountId;

/** Only admins may have a name that looks like the site's or an admin's. */
export const mayHaveReservedName = (role: Read<Role> | undefined): boolean => role === 'admin';

/** Everybody ends their own sessions only. */
export const mayEndSession = (actor: { id: string }, session: { user_id: string }): boolean =>
  actor.id === session.user_id;

/** Whether the operator of the server may make the person an admin; a suspended admin may be made one again. */
export const mayBecomeAdmin = (person: { role: Read<Role>; is_suspended: boolean; is_removed: boolean }): boolean =>
  !person.is_removed && (person.role !== 'admin' || person.is_suspended);

/** Whether the operator may give the person a link to a new password: only admins who are not suspended get one. */
export const mayResetAdmin = (person: { role: Read<Role>; is_suspended: boolean }): boolean =>
  person.role === 'admin' && !person.is_suspended;
