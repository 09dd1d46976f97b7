import { StartRefused } from '../errors/start-refused.ts';

/** A line of a file of variables that does something else than it seems. The text never repeats a value. */
export type Remark = { line: number; text: string };

export type Variables = Map<string, { value: string; line: number }>;

type Assignment = { line: number; key: string; value: string };

const isNewline = (character: string | undefined): boolean => character === '\n' || character === '\r';
const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** In double quotes a backslash makes these characters literal; before any other character it is itself literal. */
const escapedInQuotes = new Set(['"', '\\', '`', '$']);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads variables by the rules of systemd's EnvironmentFile= (systemd.exec(5), its src/basic/env-file.c), of which nothing is
 * expanded: a `$`, `&`, `;` or `#` in a value is itself. A later line overrides an earlier one of the same name.
 * @param file the name of the file, for errors
 * @throws StartRefused where systemd would not start the service: a byte of zero, or a name or value that is not UTF-8
 */
export function parseEnvFile(bytes: Buffer, file: string): { variables: Variables; remarks: Remark[] } {
  if (bytes.includes(0)) throw new StartRefused(`${file} is no text: there is a byte of zero in it.`);
  const remarks: Remark[] = [];
  const variables: Variables = new Map();
  // Each byte is read as one character, and only names and values are decoded later, because comments may have any encoding.
  for (const { line, key, value } of readAssignments(bytes.toString('latin1'), remarks)) {
    const [name, text] = [key, value].map((part) => decode(part, file, line)) as [string, string];
    if (/^[A-Za-z_][A-Za-z\d_]*$/.test(name)) variables.set(name, { value: text, line });
    else remarks.push({ line, text: whyNoName(name) });
  }
  return { variables, remarks: remarks.toSorted((one, other) => one.line - other.line) };
}

function decode(latin1: string, file: string, line: number): string {
  try {
    const text = utf8.decode(Buffer.from(latin1, 'latin1'));
    if (!/\p{Noncharacter_Code_Point}/u.test(text)) return text;
  } catch {
    // The error below says so.
  }
  throw new StartRefused(`Line ${line} of ${file} is not UTF-8. Save the file as UTF-8.`);
}

function whyNoName(name: string): string {
  if (name.startsWith('\uFEFF')) return 'begins with a byte order mark and is ignored: save the file without one';
  if (/^export\s/.test(name)) return 'begins with "export" and is ignored: write NAME=value alone';
  return 'has no name of a variable before the = and is ignored';
}

function* readAssignments(text: string, remarks: Remark[]): Generator<Assignment> {
  const lineAt = lineCounter(text);
  let at = 0;
  while (at < text.length) {
    if (isNewline(text[at]) || isBlank(text[at])) {
      at++;
      continue;
    }
    const start = at;
    const line = lineAt(start);
    const isComment = text[at] === '#' || text[at] === ';';
    const head = isComment ? /[^\n\r]*/y : /.[^\n\r=]*/y;
    head.lastIndex = start;
    at += head.exec(text)?.[0].length ?? 0;
    if (isComment) {
      if (text[at - 1] === '\\')
        remarks.push({
          line,
          text: 'is a comment that ends in a backslash: the next line is read, and not a part of it',
        });
    } else if (text[at] !== '=') {
      remarks.push({ line, text: 'has no = and is ignored' });
    } else {
      const key = text.slice(start, at).replace(/[ \t]+$/, '');
      const read = readValue(text, at + 1);
      if (/^[^"']*[ \t]#/.test(text.slice(at + 1, read.end)))
        remarks.push({ line, text: 'has a # in its value: a comment stands on a line of its own' });
      if (!read.isClosed)
        remarks.push({ line, text: 'has a quote that is not closed: all that follows is a part of it' });
      yield { line, key, value: read.value };
      at = read.end;
    }
  }
}

/** Reads a value. Only its beginning may be quoted; later quotation marks are part of the value. */
function readValue(text: string, from: number): { value: string; end: number; isClosed: boolean } {
  let value = '';
  let at = from;
  for (;;) {
    while (isBlank(text[at])) at++;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") break;
    const quoted = quote === "'" ? singleQuoted(text, at + 1) : doubleQuoted(text, at + 1);
    value += quoted.value;
    at = quoted.end + 1;
    if (quoted.end >= text.length) return { value, end: text.length, isClosed: false };
  }
  let kept = value.length; // blanks at the end of the line are dropped
  for (; at < text.length && !isNewline(text[at]); at++) {
    const isEscape = text[at] === '\\';
    if (isEscape) at++;
    if (!isEscape || !isNewline(text[at])) value += text[at] ?? '';
    if (isEscape || !isBlank(text[at])) kept = value.length;
  }
  return { value: value.slice(0, kept), end: at, isClosed: true };
}

function singleQuoted(text: string, from: number): { value: string; end: number } {
  const found = text.indexOf("'", from);
  const end = found === -1 ? text.length : found;
  return { value: text.slice(from, end), end };
}

function doubleQuoted(text: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] !== '\\') value += text[at];
    else {
      const next = text[++at];
      if (next === undefined || next === '\n') continue;
      value += escapedInQuotes.has(next) ? next : `\\${next}`;
    }
  }
  return { value, end: at };
}

/** Counts the lines up to places that are asked for in order. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let counted = 0;
  return (at) => {
    line += text.slice(counted, at).split(/\r\n|\n|\r/).length - 1;
    counted = at;
    return line;
  };
}
