import type { Role } from '@lapau/contract/roles';

/** An admin's name looks like nobody else's. */
export const isNameOwn = (person: { role: Role }): boolean => person.role === 'admin';

/** Whose name stands beside posts: who has a stall, and admins. */
export const isInFeed = (person: { role: Role; hasWarung: boolean }): boolean =>
  person.hasWarung || person.role === 'admin';

/** Not an admin: another admin has to demote them first. */
export const mayDeleteOwnAccount = (person: { role: Role }): boolean => person.role !== 'admin';
