import type { Role } from '@lapau/contract/roles';

/** Recovery codes are refused for admins: one admin could otherwise sign in as another. */
export const mayUseRecoveryCode = (person: { role: Role }): boolean => person.role !== 'admin';

/** A code confirms a sign-in to its own account only. */
export const isForAccount = (code: { user_id: string }, accountId: string): boolean => code.user_id === accountId;

/** Only admins may have a name that looks like the site's or an admin's. */
export const mayHaveReservedName = (role: Role | undefined): boolean => role === 'admin';

/** Everybody ends their own sessions only. */
export const mayEndSession = (actor: { id: string }, session: { user_id: string }): boolean =>
  actor.id === session.user_id;
