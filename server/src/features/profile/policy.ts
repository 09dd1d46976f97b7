import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** Whether the name must look like nobody else's: an admin's must. */
export const isNameOwn = (person: { role: Read<Role> }): boolean => person.role === 'admin';

/** Whether the person's name shows beside posts: that of stall owners and admins does. */
export const isInFeed = (person: { role: Read<Role>; hasWarung: boolean }): boolean =>
  person.hasWarung || person.role === 'admin';

/** An admin may not: another admin has to demote them first. */
export const mayDeleteOwnAccount = (person: { role: Read<Role> }): boolean => person.role !== 'admin';
