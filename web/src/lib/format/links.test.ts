import { expect, test } from 'vitest';
import { splitLinks } from './links.ts';

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test('addresses become links, and the text stays as it was', () => {
  const text = 'Lihat https://lapau.example/post/1, lalu (http://pasar.example/a?b=1).';
  expect(links(text)).toEqual(['https://lapau.example/post/1', 'http://pasar.example/a?b=1']);
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@pasar.example/',
  'http://127.0.0.1/',
  '<a href="https://x">',
  'tanpa tautan',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([]);
});
