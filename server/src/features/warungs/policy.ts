import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';

type Person = { id: string };

/** The new role of a person who gets a stall; undefined when the role stays (a seller's, an admin's). */
export const roleWithStall = (role: Read<Role>): Role | undefined => (role === 'pembeli' ? 'penjual' : undefined);

/** The new role of a person who loses the stall; undefined when the role stays (that of somebody who became an admin). */
export const roleWithoutStall = (role: Read<Role>): Role | undefined => (role === 'penjual' ? 'pembeli' : undefined);

/** Whether a member may upload files of this owner, and as whom: oneself, or an admin for any stall. */
export function uploadsAs(member: Person & { role: Read<Role> }, ownerId: string): 'owner' | 'admin' | undefined {
  if (member.id === ownerId) return 'owner';
  return member.role === 'admin' ? 'admin' : undefined;
}
