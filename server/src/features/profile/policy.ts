import type { Role } from '@lapau/contract/profile';

/** Not an admin: another admin has to demote them first (D9). */
export const mayDeleteOwnAccount = (person: { role: Role }): boolean => person.role !== 'admin';
