import type { Role } from '@lapau/contract/roles';
import type { Admin, Member } from '../../platform/session/actor.ts';

type Person = Pick<Member, 'id'>;

/** The author alone. */
export const mayEditPost = (actor: Person, post: { user_id: string }): boolean => actor.id === post.user_id;

/** Whose dishes are shown: neither person nor stall is suspended, and the stall's owner has not lost the role. */
export const maySell = (stall: { role: Role; is_suspended: boolean; warung_suspended: boolean }): boolean =>
  stall.role !== 'pembeli' && !stall.is_suspended && !stall.warung_suspended;

/** The author alone: admins decide about other people's (decidesAboutPost). */
export const mayDeletePost = (actor: Person, post: { user_id: string }): boolean => actor.id === post.user_id;

/** Deleting a post is a decision for an admin, but for one of their own. */
export const decidesAboutPost = (actor: Member, authorId: string | undefined): actor is Admin =>
  actor.role === 'admin' && actor.id !== authorId;

/** Who has marked dishes as available or sold out, alone. */
export const mayUndoAvailability = (actor: Person, change: { user_id: string }): boolean => actor.id === change.user_id;
