const longest = 180;
const shownLetters = 140;
const shownLines = 3;

/** The beginning of a long text, cut between words; null for a text that is shown whole. */
export function foldText(text: string): string | null {
  const lines = text.split('\n');
  const isTall = lines.length > shownLines + 1;
  if (text.length <= longest && !isTall) return null;
  const start = lines.slice(0, shownLines).join('\n');
  if (start.length <= shownLetters) return isTall ? start.trimEnd() : cut(text);
  return cut(start);
}

function cut(text: string): string {
  const start = text.slice(0, shownLetters).toWellFormed();
  const lastSpace = start.search(/\s\S*$/);
  // A word without end is cut in its middle, but not through a character of two code units.
  return (lastSpace > shownLetters / 2 ? start.slice(0, lastSpace) : start.replace(/�$/, '')).trimEnd();
}
