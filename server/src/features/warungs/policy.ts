import type { Role } from '@lapau/contract/profile';

type Person = { id: string };

/** No admin suspends or deletes their own stall. */
export const isOwnStall = (admin: Person, stallId: string): boolean => admin.id === stallId;

/** A suspended stall ends the sessions of its seller; an admin who has one stays signed in (D7). */
export const isEndedWithStall = (owner: { owner_role: Role }): boolean => owner.owner_role === 'penjual';

/** What a person becomes who gets a stall, or undefined: a seller is one already, an admin keeps the role (D12). */
export const roleWithStall = (role: Role): Role | undefined => (role === 'pembeli' ? 'penjual' : undefined);

/** What a person becomes who loses the stall, or undefined; who has become an admin meanwhile stays one. */
export const roleWithoutStall = (role: Role): Role | undefined => (role === 'penjual' ? 'pembeli' : undefined);

/** Who was a seller before the deletion of the stall is one again when it is undone; an admin has kept the role. */
export const isSellerAgain = (before: { role?: Role }): boolean => before.role === 'penjual';

/** Whose files a member may upload: one's own, an admin also any stall's (D19). */
export function uploadsAs(member: Person & { role: Role }, ownerId: string): 'owner' | 'admin' | undefined {
  if (member.id === ownerId) return 'owner';
  return member.role === 'admin' ? 'admin' : undefined;
}
