import type { Role } from '@lapau/contract/roles';

type Person = { id: string };

/** What a person becomes who gets a stall, or undefined: a seller is one already, an admin keeps the role. */
export const roleWithStall = (role: Role): Role | undefined => (role === 'pembeli' ? 'penjual' : undefined);

/** What a person becomes who loses the stall, or undefined; who has become an admin meanwhile stays one. */
export const roleWithoutStall = (role: Role): Role | undefined => (role === 'penjual' ? 'pembeli' : undefined);

/** Whose files a member may upload: one's own, an admin also any stall's. */
export function uploadsAs(member: Person & { role: Role }, ownerId: string): 'owner' | 'admin' | undefined {
  if (member.id === ownerId) return 'owner';
  return member.role === 'admin' ? 'admin' : undefined;
}
