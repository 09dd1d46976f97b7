import type { Admin, Member } from '../../platform/session/actor.ts';

type Person = Pick<Member, 'id'>;

/** The author alone: admins decide about other people's (decidesAboutComment). */
export const mayDeleteComment = (actor: Person, comment: { user_id: string }): boolean => actor.id === comment.user_id;

/** Deleting a comment is a decision for an admin, but for one of their own. */
export const decidesAboutComment = (actor: Member, authorId: string | undefined): actor is Admin =>
  actor.role === 'admin' && actor.id !== authorId;

/** Nobody comments on a post of somebody who has blocked them, or whom they have blocked. */
export const mayCommentOn = (post: { user_id: string }, blocked: string[]): boolean => !blocked.includes(post.user_id);

/** Only what the replier sees under that post is answered. */
export const mayReplyTo = (
  parent: { post_id: string; visible: boolean; is_blocked: boolean },
  post: { id: string },
): boolean => parent.visible && !parent.is_blocked && parent.post_id === post.id;

/** Whether a stored comment is what the actor sends again: with somebody else's id nothing is repeated. */
export const isOwnRepeat = (
  actor: Person,
  stored: { user_id: string; post_id: string },
  post: { id: string },
): boolean => actor.id === stored.user_id && stored.post_id === post.id;
