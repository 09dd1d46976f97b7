import type { Member } from '../../platform/session/actor.ts';

/** The author, or an admin (D54). */
export const mayDeleteComment = (actor: Pick<Member, 'id' | 'role'>, comment: { user_id: string }): boolean =>
  actor.id === comment.user_id || actor.role === 'admin';
