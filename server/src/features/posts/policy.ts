import type { Read } from '@lapau/contract/known';
import { isSellerRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';
import type { Admin, Member } from '../../platform/session/actor.ts';

type Person = Pick<Member, 'id'>;

/**
 * Whether a post, or a change that marked dishes as available or sold out, is the person's own. Nobody else edits or deletes a post or
 * takes such a change back; an admin decides about other people's posts (decidesAboutPost).
 */
export const isOwn = (actor: Person, thing: { user_id: string }): boolean => actor.id === thing.user_id;

/** Whether dishes may be posted in a stall: its owner is a seller or an admin, and neither of the two is suspended. */
export const maySell = (stall: { role: Read<Role>; is_suspended: boolean; warung_suspended: boolean }): boolean =>
  isSellerRole(stall.role) && !stall.is_suspended && !stall.warung_suspended;

/** Whether an admin's deletion is a decision: it is, unless the post is the admin's own or there is none. */
export const decidesAboutPost = (actor: Member, authorId: string | undefined): actor is Admin =>
  actor.role === 'admin' && actor.id !== authorId;
