import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { looseTexts } from './jsx-texts.ts';

function found(code: string): string[] {
  const texts: string[] = [];
  new Visitor({
    JSXElement: (element) => {
      for (const { start, end } of looseTexts(element)) texts.push(code.slice(start, end).trim());
    },
  }).visit(parseSync('some.tsx', code).program);
  return texts;
}

test.each([
  ['<p>Pukul {isOpen && <Badge />}</p>', 'Pukul'],
  ["<p><b />{isOpen ? 'buka' : 'tutup'}</p>", "{isOpen ? 'buka' : 'tutup'}"],
  ['<p>{formatDateTime(at)}{isReported && <Badge />}</p>', '{formatDateTime(at)}'],
  ['<p>{at && formatTime(at)}<Badge /></p>', '{at && formatTime(at)}'],
])('a text of %s is loose', (code, text) => {
  expect(found(code)).toEqual([text]);
});

test.each([
  '<p>{formatDateTime(at)}</p>',
  '<p><time>{formatDateTime(at)}</time>{isReported && <Badge />}</p>',
  '<p>Pukul <b>delapan</b></p>',
  '<ul>{rows.map(row)}{end}</ul>',
])('none of %s is', (code) => {
  expect(found(code)).toEqual([]);
});
