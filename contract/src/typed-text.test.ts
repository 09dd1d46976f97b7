import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText, withoutInvisible } from './typed-text.ts';

test.each([
  ['a mention copied from WhatsApp', 'Makasih \u2068Uni Eli\u2069 🙏', 'Makasih Uni Eli 🙏'],
  ['an embedding', 'Makasih \u202aUni Eli\u202c', 'Makasih Uni Eli'],
  ['overrides', '\u202dUni\u202c \u202eEli\u202c', 'Uni Eli'],
  ['a byte order mark', '\ufeffUni\ufeff Eli', 'Uni Eli'],
  ['soft hyphens', 'ran\u00addang', 'randang'],
  ['word joiners and spaces without width', 'ran\u2060da\u200bng', 'randang'],
  ['the place of a picture in a document', 'Lamang \ufffc enak', 'Lamang  enak'],
  ['notes between lines of a document', '\ufff9Lamang\ufffaenak\ufffb', 'Lamangenak'],
  ['control characters', 'a\0b\u0007c\u001bd\u007fe\u009bf', 'abcdef'],
  ['half of an emoji', 'enak \ud83d', 'enak'],
  ['a code point that is no character', 'enak\uffff\u{1fffe}', 'enak'],
  ['Hangul fillers', '\u3164Uni\uffa0', 'Uni'],
  ['marks of direction without letters from right to left', '\u200eUni\u200f (2)\u061c', 'Uni (2)'],
  ['a joiner between Latin letters', 'Uni\u200dEli\u200c', 'UniEli'],
  ['what is left of an emoji', 'Makasih\ufe0f \ufe0f\u200d', 'Makasih'],
  ['selectors behind a number', '15\ufe0f.000\ufe0e', '15.000'],
  ['many selectors, which can hide a text', '😀\ufe0f\u{e0101}\u{e0102}', '😀\ufe0f'],
  ['selectors of Mongolian behind a sign', '👨\u200c\u180b\u{e0100}', '👨'],
  ['tags, which can hide a text', 'Uni\u{e0061}\u{e0062}\u{e007f}', 'Uni'],
  ['joiners in a row', '👨\u200d\u200d👩', '👨‍👩'],
  ['an invisible sign within an emoji', '👨\u2060\u200d👩', '👨‍👩'],
  ['a no-break space and a wide one', 'Rp\u00a015.000\u3000enak', 'Rp 15.000 enak'],
  ['a decomposed letter', 'Kue\u0301', 'Kué'],
  ['a letter and its accent with something invisible between them', 'Kue\u2060\u0301', 'Kué'],
])('%s is taken out or becomes what it stands for', (_, typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
  expect(cleanLine(typed)).toBe(clean);
});

test.each([
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '👩🏽‍🌾',
  '🏳️‍🌈',
  '🏴‍☠️',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  '❤️',
  '1️⃣ #️⃣',
  '☎︎',
  'ശ്രീ\u200dലങ്ക',
  'അവന്\u200d',
  'می\u200cخواهم',
  'क्\u200dष',
  'ශ්\u200dරී',
  '\u200fשלום!',
  'السلام عليكم (2 porsi)\u200f؟',
  '葛\u{e0100}城',
  '≨︀',
  'ꦏ꧀\u200cꦏ',
  'Ka’o',
  'Ø œ ß ñ',
])('%s keeps what it needs', (text) => {
  expect(cleanText(text)).toBe(text);
  expect(cleanLine(text)).toBe(text);
});

test.each(['\n', '\r', '\r\n', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029'])(
  '%j is a line break, and a space in a line',
  (lineBreak) => {
    expect(cleanText(`baris satu${lineBreak}baris dua`)).toBe('baris satu\nbaris dua');
    expect(cleanLine(`baris satu ${lineBreak}${lineBreak} baris dua${lineBreak}`)).toBe('baris satu baris dua');
  },
);

test('a tab stays in a text, and is a space in a line', () => {
  expect(cleanText('gulai\t10.000')).toBe('gulai\t10.000');
  expect(cleanLine('gulai\t\t10.000')).toBe('gulai 10.000');
});

test('a number, an address or a place has nothing invisible at all', () => {
  expect(withoutInvisible('\u202a0810-0000-0001\u202c')).toBe('0810-0000-0001');
  expect(withoutInvisible('\u202d+62\u00a0810-0000-0001\u202c')).toBe('+62 810-0000-0001');
  expect(withoutInvisible('uni@\u2060lapau.example\u200b')).toBe('uni@lapau.example');
  expect(withoutInvisible('Muaro\u2028Paiti\u200b')).toBe('Muaro Paiti');
  expect(withoutInvisible('می\u200cخواهم')).toBe('میخواهم');
});

/** Texts of any characters, often with the invisible ones that other programs leave beside letters, emoji and marks. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        ...Array.from(
          '\ud83d\udc00\u200b\u200c\u200d\u200e\u200f\u061c\u2060\u2068\u2069\u202e\ufeff\u00ad\ufffc\u034f',
        ),
      ),
      fc.constantFrom(
        ...Array.from('\ufe0f\ufe0e\u180b\u0301\u0323\u0303\u1161\u20e3\u3164\u0000\u0085\u2028\t\n\r \u00a0'),
      ),
      fc.constantFrom(
        '👨',
        '🏽',
        '❤',
        '🏴',
        '1',
        'e',
        'ക',
        '്',
        'م',
        'ש',
        '가',
        '葛',
        'क',
        'K',
        '\u{e0067}',
        '\u{e007f}',
        '\u{e0100}',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('any text is as a person sees it, and stays so when it comes through the door again', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      for (const clean of [cleanText, cleanLine, withoutInvisible]) {
        const text = clean(typed);
        expect(clean(text)).toBe(text);
        expect(text).toBe(text.normalize('NFC').trim());
        expect(text).not.toMatch(
          /(?![\t\n])[\p{Cc}\p{Cs}\u00ad\u200b\u202a-\u202e\u2028\u2029\u2060-\u206f\ufeff\ufffc]/u,
        );
      }
      expect(cleanLine(typed)).not.toMatch(/[\t\n]/);
      expect(withoutInvisible(typed)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    }),
    { numRuns: 10_000 },
  );
});

test('what is seen of a text stays in its order', () => {
  const drawn = (text: string) =>
    text.replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\ufffc]/gu, '').normalize('NFC');
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: 'grapheme' })), (typed) => {
      expect(drawn(cleanText(typed))).toBe(drawn(typed));
    }),
  );
});

test('the time that a text takes grows with its length alone', () => {
  for (const part of [' ', '\t', '\n', '\u200d', '\ufe0f', '\u200e', 'م\u200c', '🏴\u{e0067}', '\u0301']) {
    const text = part.repeat(100_000);
    expect(cleanLine(text).length).toBeLessThanOrEqual(text.length);
    expect(withoutInvisible(text).length).toBeLessThanOrEqual(text.length);
  }
});
