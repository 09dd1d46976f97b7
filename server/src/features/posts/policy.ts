import type { Member } from '../../platform/session/actor.ts';

/** The author alone. */
export const mayEditPost = (actor: Pick<Member, 'id'>, post: { user_id: string }): boolean => actor.id === post.user_id;

/** The author, or an admin (D54). */
export const mayDeletePost = (actor: Pick<Member, 'id' | 'role'>, post: { user_id: string }): boolean =>
  actor.id === post.user_id || actor.role === 'admin';
