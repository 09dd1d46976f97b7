import { describe, expect, test } from 'vitest';
import { requiredCity, requiredKecamatan, requiredNagari } from './places.ts';
import { hasVisibleCharacter } from './text-checks.ts';
import {
  email,
  externalUrl,
  line,
  phone,
  properName,
  requiredLine,
  requiredPhone,
  requiredText,
  text,
  whatsappNumber,
} from './text.ts';

const problem = (schema: ReturnType<typeof line | typeof properName> | typeof externalUrl, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message;

test('a text is stored as a person sees it', () => {
  expect(text(80).parse(' Makasih \u2068Uni Eli\u2069 🙏\r\n')).toBe('Makasih Uni Eli 🙏');
  expect(requiredText(80).parse('baris satu\u000bbaris dua')).toBe('baris satu\nbaris dua');
  expect(requiredLine(80).parse('baris satu\u2028baris dua\t')).toBe('baris satu baris dua');
});

test('what is taken out does not count as length, and is no text', () => {
  expect(line(3).parse('\u2068abc\u2069\u200b')).toBe('abc');
  expect(line(4).parse('Kue\u0301\u2060s')).toBe('Kués');
  expect(problem(line(3), '\u2068abcd\u2069')).toBe('Paling banyak 3 huruf, sekarang 4.');
  for (const nothing of ['\u200b', '\u2060\u00ad', '\u3164', '\ufe0f\u200d', '\ud800', '\n']) {
    expect(line(80).parse(nothing)).toBe('');
    expect(problem(requiredText(80, { name: 'Komentar' }), nothing)).toBe('Komentar wajib diisi.');
    expect(hasVisibleCharacter(nothing)).toBe(false);
  }
});

test.each(['\u2800', '\u0301', '\u0301\u2800 \u20dd'])('%j is refused, as there is nothing to see', (value) => {
  for (const schema of [line(80), text(80), requiredLine(80), requiredText(80)]) {
    expect(problem(schema, value)).toBe('Harus berisi huruf yang terlihat.');
  }
});

test.each([
  ['\u202a0810-0000-0001\u202c', '0810-0000-0001'],
  ['\u202d+62 810-0000-0001\u202c', '+62 810-0000-0001'],
  ['\u20680810\u00a00000\u00a00001\u2069', '0810 0000 0001'],
])('the number %j from a contact list is stored as %j', (pasted, stored) => {
  for (const schema of [phone, requiredPhone, whatsappNumber]) expect(schema.parse(pasted)).toBe(stored);
});

test('an e-mail address loses what is invisible in it', () => {
  expect(email.parse('\u2068Uni\u200b@Lapau.Example\u2069\u00a0')).toBe('uni@lapau.example');
});

test('a link loses what is invisible in it (D23)', () => {
  expect(externalUrl.parse('\u200bhttps://lapau.example/a\u2060b\ufeff')).toBe('https://lapau.example/ab');
});

describe('the name of a person or stall', () => {
  const name = properName('Nama lengkap');
  const tooMany = 'Nama lengkap paling banyak punya empat tanda di atas dan di bawah satu huruf.';

  test.each([
    'Lap\u0301\u0300\u0302\u0303au',
    'Nguyễn Thị',
    'مُحَمَّد',
    'מִ֣רְיָ֔ם',
    'ကျွန်ုပ်',
    'မျှော့',
    'กุ้ง',
    'ක්\u200dෂ',
    '1️⃣ Ibu ❤️',
  ])('%s may be one', (value) => expect(name.parse(value)).toBe(value.normalize('NFC')));

  test.each([
    '\u0301'.repeat(60),
    '\u0301\u200b\u0300\u2060\u0302\u034f\u0303\u0304',
    '\u0e49'.repeat(5),
    '\u064b\u200d'.repeat(5),
    '\u0903\u0301'.repeat(5),
    '\u20dd'.repeat(5),
  ])('a letter with %j is none', (marks) => expect(problem(name, `ب${marks}au`)).toBe(tooMany));
});

test.each([
  ['https://lapau.example', 'https://lapau.example'],
  ['HTTPS://Lapau.Example:8443/Kabar?q=a@b#c', 'https://lapau.example:8443/Kabar?q=a@b#c'],
  ['http://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/ä'],
  // The letter in the middle is a Cyrillic a.
  ['https://pаypal.example/', 'https://xn--pypal-4ve.example/'],
  ['https://ｌａｐａｕ.example/', 'https://lapau.example/'],
  ['', ''],
])('the link %j is stored as %j (D23)', (value, stored) => {
  expect(externalUrl.parse(value)).toBe(stored);
  expect(externalUrl.parse(stored)).toBe(stored);
});

test.each([
  'javascript:alert(1)',
  '//lapau.example',
  'lapau.example',
  'https:lapau.example',
  'https://',
  'https://user@lapau.example/',
  'https://lapau.example:secret@evil.example/',
  'https://lapau.example\\@evil.example/',
  'https://lapau.example\\evil',
  'https://a b.example/',
  'https://lapau.example/a b',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://lapau..example/',
  'https://-lapau.example/',
  'https://lapau.example:99999999/',
  'https://%6capau%2eexample%2fx/',
  'https://xn--a/',
])('%j is no link to elsewhere (D23)', (value) => {
  const isAddress = value.startsWith('https://');
  expect(problem(externalUrl, value)).toMatch(isAddress ? /^Tautan tidak benar: / : /^Tautan harus diawali http:/);
});

test.each([
  '<https://lapau.example>',
  '\u201chttps://lapau.example\u201d',
  '(https://lapau.example).',
  'https://lapau.example.',
])('the link in %j is what a mail has put signs around', (value) => {
  expect(externalUrl.parse(value)).toBe('https://lapau.example');
});

test('what is much too long is refused by its length, before anything else reads it', () => {
  for (const sign of ['.', '-', '\u0903', '\u0301', ',', '('])
    for (const schema of [
      properName('Nama'),
      requiredNagari,
      requiredKecamatan,
      requiredCity,
      phone,
      email,
      externalUrl,
    ]) {
      const typed = `a${sign.repeat(200_000)}a`;
      expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/[Pp]aling banyak/),
      ]);
    }
});
