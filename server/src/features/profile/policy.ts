import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** Whether the person's name must look like nobody else's, as an admin's must. */
export const isNameOwn = (person: { role: Read<Role> }): boolean => person.role === 'admin';

/** Whether the person's name shows beside posts, as those of stall owners and admins do. */
export const isInFeed = (person: { role: Read<Role>; hasWarung: boolean }): boolean =>
  person.hasWarung || person.role === 'admin';

/** Admins may not delete their own account: another admin has to demote them first. */
export const mayDeleteOwnAccount = (person: { role: Read<Role> }): boolean => person.role !== 'admin';
