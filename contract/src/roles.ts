import type { Read } from './known.ts';

export const roles = ['pembeli', 'penjual', 'admin'] as const;
export type Role = (typeof roles)[number];

export const isKnownRole = (role: Read<Role>): role is Role => roles.some((known) => known === role);

/** Whether somebody of the role may sell. A role that only a later release knows has the rights that every member has (D102). */
export const isSellerRole = (role: Read<Role>): boolean => role === 'penjual' || role === 'admin';

/** The names stand in a file without schemas, as the first load has none. */
export const roleNames: Record<Role, string> = { pembeli: 'Pembeli', penjual: 'Penjual', admin: 'Admin' };
