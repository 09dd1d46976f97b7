import type { Role } from '@lapau/contract/roles';

/** No admin suspends or deletes their own stall. */
export const isOwnStall = (admin: { id: string }, stallId: string): boolean => admin.id === stallId;

/** Who was a seller before the deletion of the stall is one again when it is undone; an admin has kept the role. */
export const isSellerAgain = (before: { role?: Role }): boolean => before.role === 'penjual';
