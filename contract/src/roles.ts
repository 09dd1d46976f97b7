export const roles = ['pembeli', 'penjual', 'admin'] as const;
export type Role = (typeof roles)[number];

/** In a file of its own, as the first load has no schemas. */
export const roleNames: Record<Role, string> = { pembeli: 'Pembeli', penjual: 'Penjual', admin: 'Admin' };
