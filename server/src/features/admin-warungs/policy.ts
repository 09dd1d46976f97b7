import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

/** No admin suspends or deletes their own stall. */
export const isOwnStall = (admin: { id: string }, stallId: string): boolean => admin.id === stallId;

/** Whether undoing the deletion of a stall makes its owner a seller again; an admin has kept the role. */
export const isSellerAgain = (before: { role?: Read<Role> }): boolean => before.role === 'penjual';
