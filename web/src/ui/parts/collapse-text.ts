import { graphemes } from '../../lib/format/graphemes.ts';

/** A text is not collapsed if it is longer by less than this: the button 'Selengkapnya' would take as much room. */
const spare = { length: 40, lines: 1 };

/** The beginning of a long text, of at most so many UTF-16 code units and lines; null for a text that is short enough. */
export function collapseText(text: string, shown = { length: 140, lines: 3 }): string | null {
  const lines = text.split('\n');
  const hasManyLines = lines.length > shown.lines + spare.lines;
  if (text.length <= shown.length + spare.length && !hasManyLines) return null;
  const firstLines = lines.slice(0, shown.lines).join('\n');
  if (firstLines.length <= shown.length) return hasManyLines ? firstLines.trimEnd() : truncate(text, shown.length);
  return truncate(firstLines, shown.length);
}

function truncate(text: string, length: number): string {
  const start = text.slice(0, length);
  const lastSpace = start.search(/\s\S*$/);
  if (lastSpace > length / 2) return start.slice(0, lastSpace).trimEnd();
  // The cut within a very long word splits no letter from its marks, and no emoji.
  let cut = '';
  for (const grapheme of graphemes(text)) {
    if (cut !== '' && cut.length + grapheme.length > length) break;
    cut += grapheme;
  }
  return cut.trimEnd();
}
