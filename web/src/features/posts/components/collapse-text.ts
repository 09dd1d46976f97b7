const maxLength = 180;
const collapsedLength = 140;
const collapsedLines = 3;

/** The beginning of a long text, of at most 140 UTF-16 code units and 3 lines; null for a text that is short enough. */
export function collapseText(text: string): string | null {
  const lines = text.split('\n');
  // Four lines are shown whole: 'Selengkapnya' would take as much room as the fourth.
  const hasManyLines = lines.length > collapsedLines + 1;
  if (text.length <= maxLength && !hasManyLines) return null;
  const firstLines = lines.slice(0, collapsedLines).join('\n');
  if (firstLines.length <= collapsedLength) return hasManyLines ? firstLines.trimEnd() : truncate(text);
  return truncate(firstLines);
}

function truncate(text: string): string {
  const start = text.slice(0, collapsedLength).toWellFormed();
  const lastSpace = start.search(/\s\S*$/);
  // A very long word is cut, but never inside a surrogate pair.
  return (lastSpace > collapsedLength / 2 ? start.slice(0, lastSpace) : start.replace(/�$/, '')).trimEnd();
}
