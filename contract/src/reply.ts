/** The comment of any level that a reply answers. */
export type Answered = { id: string; parent_id: string | null; full_name: string };

/**
 * How a comment is stored: a reply under its top-level comment; a reply to a reply starts with a mention (D26).
 * @param answered null for a comment that is not a reply
 */
export function toStoredComment(
  content: string,
  answered: Answered | null,
): { parent_id: string | null; content: string } {
  if (answered === null || answered.parent_id === null) return { parent_id: answered?.id ?? null, content };
  const mention = `@${answered.full_name.split(/\s/, 1)[0]} `;
  return { parent_id: answered.parent_id, content: content.startsWith(mention) ? content : mention + content };
}

/** Whether a stored comment was made from this content, whatever name its mention has. */
export const matchesStoredComment = (stored: { parent_id: string | null; content: string }, content: string): boolean =>
  stored.content === content || (stored.parent_id !== null && stored.content.replace(/^@\S* /, '') === content);
