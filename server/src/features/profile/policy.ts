import type { Role } from '@lapau/contract/profile';

/** Another admin demotes an admin first (D9). */
export const mayDeleteOwnAccount = (person: { role: Role }): boolean => person.role !== 'admin';
