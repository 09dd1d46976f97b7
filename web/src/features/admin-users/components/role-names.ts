import type { Role } from '@lapau/contract/profile';

export const roleNames: Record<Role, string> = { pembeli: 'Pembeli', penjual: 'Penjual', admin: 'Admin' };
