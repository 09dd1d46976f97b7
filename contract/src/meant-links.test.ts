import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meantPath, meantScreen } from './links.ts';
import { linkTarget } from './previews.ts';

const id = '0190aaaa-0000-7000-8000-0000deadbeef';
const withIds = [`/post/${id}`, `/warungs/${id}`, `/chat/${id}`, `/chat/new/${id}`, `/my-warung/edit-post/${id}`];
const words = ['/privasi', '/warung', '/my-warung/tambah-menu', `/admin/warungs/${id}/menu`, '/admin/log', '/login'];

const signs = `. , ) ). ] > * _ ~ ! … " ' ” ’ ؟ ، 。 । | // /. /)`.split(' ');
const escaped = '%20 %2520 %0A %22 %3E &gt; %E2%80%8B %E2%81%A9 %C2%AD % %E2%80 %20dan%20lihat %22>di%20sini'.split(
  ' ',
);

describe.each([...withIds, ...words])('%s', (path) => {
  test('stays as it is', () => {
    for (const address of [path, `${path}/`, path.toUpperCase(), `${path}?cari=a.`, `${path}?a=b)#isi.`, `${path}#.`])
      expect(meantScreen(address), address).toBeUndefined();
  });

  test.each([...signs, ...escaped])('is meant with %j behind it', (end) => expect(meantScreen(path + end)).toBe(path));

  test('is meant where it was escaped or has several slashes', () => {
    for (const address of [
      `/${path}`,
      path.replace(/\/(?=[^/]*$)/, '//'),
      path.replace(/\/(?=[^/]*$)/, '%2F').replace(/^%2F/, '//'),
    ])
      expect(meantScreen(address), address).toBe(path);
  });
});

test.each(withIds)('behind the id of %s nothing is part of the address', (path) => {
  for (const end of [
    'dan',
    'a',
    '7',
    '_a',
    '-',
    '.?utm_source=chat',
    ')?a=b#c',
    '%3Futm_source=a',
    '&fbclid=a',
    ';a',
    '/%22',
    'أ',
  ])
    expect(meantScreen(path + end), end).toBe(path);
});

test.each(withIds)('the id of %s may have signs before it, and the hyphens of a word processor', (path) => {
  const before = path.slice(0, -id.length);
  for (const meant of [
    `(${id})`,
    `%20${id}`,
    `%3C${id}%3E`,
    `“${id}”`,
    id.replaceAll('-', '‑'),
    id.replaceAll('-', '–'),
    id.replaceAll('-', '%E2%80%90'),
    id.replace('-', '-\u00AD'),
    id.toUpperCase() + '.',
  ])
    expect(meantScreen(before + meant), meant).toBe(path);
});

test('what was searched and what follows stays with a screen that has no id', () => {
  expect(meantScreen('/warung.?cari=itam')).toBe('/warung?cari=itam');
  expect(meantScreen('/login)?next=%2Fpost%2F7#reset=a')).toBe('/login?next=%2Fpost%2F7');
});

test.each([
  '',
  '/',
  '//',
  '/.',
  '/?a=b.',
  '/%20',
  '/wp-login.php',
  '/robots.txt',
  '/favicon.ico',
  '/.well-known/a',
  '/privasi_lama',
  '/v2/a.',
  `/post/${id.slice(1)}.`,
  `/post/${id}/mainan`,
  '/post/1.',
  '/tidak/ada',
  '/\u0000',
  '/post/%00',
])('%j was meant to be no screen', (address) => expect(meantScreen(address)).toBeUndefined());

test('an address leads to a path of this site, and there to nothing else', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '//', '\\', id, 'post', 'privasi', '.', '%2F', '%5C', '@', ':', '%', '?', '#'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const meant = meantPath(`/${pieces.join('')}`);
      if (meant === undefined) return;
      expect(meant).toMatch(/^(?:\/[a-z\d]+(?:-[a-z\d]+)*)+(?:\?.*)?$/s);
      expect(meantScreen(meant)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('a long address is read at once', () => {
  for (const part of ['/', '/a', '/-', 'a-', '%', '%25', '.', '/post', `/${id}`])
    expect(meantScreen(`/${part.repeat(16_384 / part.length)}`), part).not.toBe('');
});

test('a link to a dish has its preview with whatever stands behind its id', () => {
  for (const end of ['', '/', '.', ')', '*', '%20', '?utm_source=a', 'dan'])
    expect(linkTarget(`/post/${id}${end}`)?.path, end).toBe(`/post/${id}`);
});
