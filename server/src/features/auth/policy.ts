import type { Role } from '@lapau/contract/roles';

/** Nobody gets into the account of an admin by a code that another admin reads out. */
export const mayUseRecoveryCode = (person: { role: Role }): boolean => person.role !== 'admin';

/** A code confirms a sign-in to its own account only. */
export const isForAccount = (code: { user_id: string }, accountId: string): boolean => code.user_id === accountId;

/** The site and its admins have names that are nobody else's; admins may have them. */
export const mayHaveReservedName = (role: Role | undefined): boolean => role === 'admin';

/** Everybody ends their own sessions only. */
export const mayEndSession = (actor: { id: string }, session: { user_id: string }): boolean =>
  actor.id === session.user_id;
