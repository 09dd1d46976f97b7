import { wordsAfterMention } from '@lapau/contract/reply';
import type { Admin, Member } from '../../platform/session/actor.ts';

type Person = Pick<Member, 'id'>;

/** Only the author deletes a comment; an admin decides about other people's (decidesAboutComment). */
export const mayDeleteComment = (actor: Person, comment: { user_id: string }): boolean => actor.id === comment.user_id;

/** Whether an admin's deletion is a decision: it is, unless the comment is the admin's own or there is none. */
export const decidesAboutComment = (actor: Member, authorId: string | undefined): actor is Admin =>
  actor.role === 'admin' && actor.id !== authorId;

/** Nobody comments on a post of somebody who has blocked them, or whom they have blocked. */
export const mayCommentOn = (post: { user_id: string }, blocked: string[]): boolean => !blocked.includes(post.user_id);

/** Whether the post is one's own, under which one may answer everybody. */
export const isOwnPost = (actor: Person, post: { user_id: string }): boolean => actor.id === post.user_id;

/** One replies only to a comment that one sees, under the same post. */
export const mayReplyTo = (
  parent: { post_id: string; visible: boolean; is_blocked: boolean },
  post: { id: string },
): boolean => parent.visible && !parent.is_blocked && parent.post_id === post.id;

/** Whether the stored comment with a sent id is the actor's own under this post, so that this is a retry. */
export const isOwnRepeat = (
  actor: Person,
  stored: { user_id: string; post_id: string },
  post: { id: string },
): boolean => actor.id === stored.user_id && stored.post_id === post.id;

/** Finds the person whom a comment mentions at its beginning, and its other words; undefined if it is nobody, or may be several people. */
export function onlyMentioned<Person extends { full_name: string; is_warung: boolean }>(
  content: string,
  people: Person[],
): { person: Person; words: string } | undefined {
  const meant = people.flatMap((person) => {
    const words = wordsAfterMention(content, person);
    return words === null ? [] : [{ person, words }];
  });
  const fewest = Math.min(...meant.map(({ words }) => words.length));
  const [only, ...others] = meant.filter(({ words }) => words.length === fewest);
  return others.length === 0 ? only : undefined;
}
