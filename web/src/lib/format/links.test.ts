import { expect, test } from 'vitest';
import { splitLinks } from './links.ts';

const links = (text: string) => splitLinks(text).flatMap(({ text: shown, href }) => (href === null ? [] : shown));

test('addresses become links, and the text stays as it was', () => {
  const text = 'Lihat https://lapau.example/post/1, lalu (http://pasar.example/a?b=1).';
  expect(links(text)).toEqual(['https://lapau.example/post/1', 'http://pasar.example/a?b=1']);
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

const rendang = 'https://id.wikipedia.org/wiki/Rendang_(makanan)';

test.each([
  rendang,
  "https://contoh.id/Jum'at",
  'https://contoh.id/Jum’at',
  'https://contoh.id/cari?menu[]=gulai&menu[]=sate',
  'https://contoh.id/a_(b_(c))/d',
  'https://contoh.id/《rendang》',
  'https://contoh.id/a,b;c:d!e*f/',
  'https://contoh.id/peta@-0.1,100.5#atas',
  'https://arsip.example/2026/https://contoh.id/',
  'https://contoh.id/مطعم',
])('the whole of %s is one link', (address) => {
  for (const text of [address, `Lihat ${address} dulu`, `(${address})`, `${address}.`, `"${address}"`, `'${address}'`])
    expect(links(text), text).toEqual([address]);
});

const closing = `. , ; : ! ? … ?! ... ' " ’ ” » › * ) ), ]. } > \` ؟ ، ؛ ۔ 。 、 ！ ？ ） 」 । ॥ ။ ។ ། ։ — –`.split(
  ' ',
);

test.each([...closing, '\u200d', '\u200b', '\u2069', '\u00ad', '.\u200b', '(', '([', ' (', '\n'])(
  '%j behind an address is no part of it',
  (end) => {
    for (const address of ['https://contoh.id', 'https://contoh.id/a', rendang])
      expect(links(`Lihat ${address}${end}`), address).toEqual([address]);
  },
);

test.each(['🙏', ',lalu', '(baru)', '–baru', '“baru”', '、baru'])('%j that touches a host is no part of it', (rest) => {
  expect(links(`https://contoh.id${rest}`)).toEqual(['https://contoh.id']);
});

test('what a chat puts around an address is no part of it, and stays where nothing was put before it', () => {
  for (const sign of ['*', '_', '~'])
    expect(links(`${sign}https://contoh.id/a${sign}`)).toEqual(['https://contoh.id/a']);
  expect(links('https://contoh.id/a_ dan https://contoh.id/~')).toEqual([
    'https://contoh.id/a_',
    'https://contoh.id/~',
  ]);
});

test('a bracket that an address has not opened ends it, and another address may follow', () => {
  expect(links('[https://contoh.id](https://contoh.id/a)')).toEqual(['https://contoh.id', 'https://contoh.id/a']);
  expect(links(`(${rendang})lalu https://contoh.id/(b`)).toEqual([rendang, 'https://contoh.id/(b']);
  expect(links('https://127.0.0.1(https://contoh.id)')).toEqual(['https://contoh.id']);
});

test('a text of nothing but schemes or brackets is read at once', () => {
  expect(links('https://'.repeat(500))).toEqual([]);
  expect(links(`https://contoh.id/${'('.repeat(4_000)}`)).toEqual(['https://contoh.id/']);
  expect(links('https://contoh.id)'.repeat(3_500))).toHaveLength(3_500);
});

test('after twenty refused addresses the rest of a text is plain, as each may be read to its end', () => {
  for (const refused of ['https://a.b/(', 'https://', 'https://contoh.id./(', 'https://contoh.id/\\(']) {
    const text = `https://contoh.id/1 ${refused.repeat(20)} https://contoh.id/2`;
    expect(links(text), refused).toEqual(['https://contoh.id/1']);
  }
  expect(links(`${'https://127.0.0.1 '.repeat(19)}https://contoh.id`)).toEqual(['https://contoh.id']);
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
