/**
 * The rows of a CSV file by its titles, read strictly by RFC 4180: every field quoted, quotes doubled, lines ended by CRLF.
 * @throws Error on anything else
 */
export function readCsv(bytes: Buffer): Record<string, string>[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const lines: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`field ${lines.length}/${lines.at(-1)?.length} is not quoted`);
    let field = '';
    for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
      if (at >= text.length) throw new Error('a quote is not closed');
      if (text[at] === '"') at += 1;
      field += text[at];
    }
    lines.at(-1)?.push(field);
    at += 1;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) lines.push([]);
    } else throw new Error('after a field comes a comma or the end of the line');
  }
  const [titles = [], ...rows] = lines;
  return rows.map((row) => {
    if (row.length !== titles.length) throw new Error(`a row has ${row.length} fields instead of ${titles.length}`);
    return Object.fromEntries(titles.map((title, index) => [title, row[index] ?? '']));
  });
}
