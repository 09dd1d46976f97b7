import type { Read } from '@lapau/contract/known';
import { isSellerRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';
import type { Admin, Member } from '../../platform/session/actor.ts';

type Person = Pick<Member, 'id'>;

/** Only the author edits a post. */
export const mayEditPost = (actor: Person, post: { user_id: string }): boolean => actor.id === post.user_id;

/** Whether a stall's dishes are shown: its owner is a seller or an admin, and neither of the two is suspended. */
export const maySell = (stall: { role: Read<Role>; is_suspended: boolean; warung_suspended: boolean }): boolean =>
  isSellerRole(stall.role) && !stall.is_suspended && !stall.warung_suspended;

/** Only the author deletes a post; an admin decides about other people's (decidesAboutPost). */
export const mayDeletePost = (actor: Person, post: { user_id: string }): boolean => actor.id === post.user_id;

/** Whether an admin's deletion is a decision: it is, unless the post is the admin's own or there is none. */
export const decidesAboutPost = (actor: Member, authorId: string | undefined): actor is Admin =>
  actor.role === 'admin' && actor.id !== authorId;

/** Only the person who marked dishes as available or sold out may undo it. */
export const mayUndoAvailability = (actor: Person, change: { user_id: string }): boolean => actor.id === change.user_id;
