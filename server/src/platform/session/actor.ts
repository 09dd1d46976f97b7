import type { Access } from '@lapau/contract/call';
import type { Read } from '@lapau/contract/known';
import { isSellerRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';

declare const minted: unique symbol;

/** A signed-in person as the gate found them. Only the session reader creates one, so a value of this type proves a session. */
export type Member = {
  readonly [minted]: true;
  readonly id: string;
  readonly sessionId: string;
  /** The name that is shown: that of the stall if there is one, else the person's. */
  readonly name: string;
  readonly role: Read<Role>;
  /** Whether there is a stall's row, whatever the role: a penjual who is made admin still has the stall. */
  readonly hasWarung: boolean;
};
/** A person who may post: a penjual, or an admin, who may have no stall. */
export type Seller = Member & { readonly role: 'penjual' | 'admin' };
export type Admin = Member & { readonly role: 'admin' };

/** The person whom a handler of each access class gets. */
export type ActorOf = { public: Member | null; guest: null; member: Member; seller: Seller; admin: Admin };

/** The access classes as a table of pure decisions. `true` allows, a code refuses (deny by default). */
export function allows(
  access: Access,
  member: Member | null,
): true | 'unauthenticated' | 'forbidden' | 'already_signed_in' {
  if (access === 'public') return true;
  if (access === 'guest') return member === null || 'already_signed_in';
  if (member === null) return 'unauthenticated';
  if (access === 'member') return true;
  if (access === 'seller') return isSellerRole(member.role) || 'forbidden';
  return member.role === 'admin' || 'forbidden';
}
