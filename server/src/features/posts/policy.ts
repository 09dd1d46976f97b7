import type { Member } from '../../platform/session/actor.ts';

/** The author alone. */
export const mayEditPost = (actor: Pick<Member, 'id'>, post: { user_id: string }): boolean => actor.id === post.user_id;
