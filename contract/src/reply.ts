/** The comment of any level that a reply answers; `is_warung` when `full_name` is a stall's. */
export type Answered = { id: string; parent_id: string | null; full_name: string; is_warung: boolean };

const stallWords = 3;

/**
 * How a reply calls whom it answers: a person by the first name, a stall by up to three words of its name, since the
 * first one, Lapau or Kadai, is that of many stalls.
 */
export const mentionOf = ({ full_name, is_warung }: Pick<Answered, 'full_name' | 'is_warung'>): string =>
  `@${full_name
    .trim()
    .split(/\s+/)
    .slice(0, is_warung ? stallWords : 1)
    .join(' ')}`;

/**
 * How a comment is stored: a reply under its top-level comment; a reply to a reply starts with a mention.
 * @param answered null for a comment that is not a reply
 */
export function toStoredComment(
  content: string,
  answered: Answered | null,
): { parent_id: string | null; content: string } {
  if (answered === null || answered.parent_id === null) return { parent_id: answered?.id ?? null, content };
  const mention = `${mentionOf(answered)} `;
  return { parent_id: answered.parent_id, content: content.startsWith(mention) ? content : mention + content };
}

/** Whether a stored comment was made from this content, whatever name its mention has. */
export function matchesStoredComment(stored: { parent_id: string | null; content: string }, content: string): boolean {
  if (stored.content === content) return true;
  if (stored.parent_id === null || !stored.content.startsWith('@') || !stored.content.endsWith(` ${content}`))
    return false;
  const mention = stored.content.slice(1, -content.length - 1);
  return /^\S+(?: \S+)*$/.test(mention) && mention.split(' ').length <= stallWords;
}
