import type { Comment } from './comments.ts';
import { limits } from './limits.ts';
import { cleanLine } from './typed-text.ts';

/** A person by the name that is shown; `is_warung` when it is a stall's. */
type Named = Pick<Comment, 'full_name' | 'is_warung'>;

/** The comment of any level that a reply answers. */
export type Answered = Pick<Comment, 'id' | 'parent_id'> & Named;

const stallWords = 3;

/** The words of a text. A name may be stored from before texts were cleaned (D135), and is compared with a cleaned text here. */
const wordsOf = (text: string): string[] => cleanLine(text).split(/\s+/);

/** The mention of somebody whom the reader does not see, as they are blocked, suspended or deleted (D129). */
const hiddenMention = '@pengguna';

/**
 * How a comment calls the person whom it mentions: by the first name, or for a stall by up to three words of its name, since the first
 * word, Lapau or Kadai, is that of many stalls.
 * @param person null for somebody whom the reader does not see
 */
export const mentionOf = (person: Named | null): string =>
  person === null
    ? hiddenMention
    : `@${wordsOf(person.full_name)
        .slice(0, person.is_warung ? stallWords : 1)
        .join(' ')}`;

/**
 * The words of a comment behind a typed mention of a person, which has as many words of the name as were typed, but no fewer than
 * mentionOf gives.
 * @returns null if the comment does not begin with such a mention, or has no other words
 */
export function wordsAfterMention(content: string, person: Named): string | null {
  if (!content.startsWith('@')) return null;
  let rest = content.slice(1);
  let taken = 0;
  for (const word of wordsOf(person.full_name)) {
    const [, typed = '', mark = '', behind = ''] = /^(\S+?)([,:]?)\s+(\S[^]*)$/.exec(rest) ?? [];
    if (typed.toLowerCase() !== word.toLowerCase()) break;
    rest = behind;
    taken += 1;
    if (mark !== '') break;
  }
  return taken >= wordsOf(mentionOf(person)).length ? rest : null;
}

/** A comment as it is shown: its words behind a mention. */
export const withMention = (words: string, person: Named | null): string => `${mentionOf(person)} ${words}`;

/**
 * Decides where a comment is stored, and whom it mentions: a reply stands under its top-level comment, and a reply to a reply mentions whom
 * it answers. The words are stored without the mention.
 * @param answered null for a comment that is not a reply
 */
export function placeComment<Reply extends Answered>(
  content: string,
  answered: Reply | null,
): { parent_id: string | null; content: string; mentioned: Reply | null } {
  if (answered === null || answered.parent_id === null)
    return { parent_id: answered?.id ?? null, content, mentioned: null };
  return {
    parent_id: answered.parent_id,
    content: wordsAfterMention(content, answered) ?? content,
    mentioned: answered,
  };
}

/** A comment as it is stored; one of an earlier release has the mention in its words. */
type Stored = { parent_id: string | null; content: string; mentions_person: boolean };

/** Whether a stored comment was made from this content, whatever name its mention has. */
export function matchesStoredComment(
  { parent_id, content: stored, mentions_person }: Stored,
  content: string,
): boolean {
  if (stored === content) return true;
  return mentions_person
    ? isMentionBefore(content, stored, limits.name)
    : parent_id !== null && isMentionBefore(stored, content, stallWords);
}

function isMentionBefore(whole: string, words: string, most: number): boolean {
  if (!whole.startsWith('@') || !whole.endsWith(` ${words}`)) return false;
  const mention = whole.slice(1, -words.length - 1);
  return /^\S+(?: \S+)*$/.test(mention) && mention.split(' ').length <= most;
}
