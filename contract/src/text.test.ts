import { expect, test } from 'vitest';
import { externalUrl, line, requiredLine, requiredText, text } from './text.ts';

const problem = (schema: ReturnType<typeof line> | typeof externalUrl, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message;

test.each(['Uni Eli', 'Gulai 🍛', '👨‍👩‍👧', 'ശ്രീ\u200dലങ്ക', 'می\u200cخواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'é', '\u200fשלום'])(
  '%s is a text',
  (value) => {
    expect(requiredLine(80).parse(` ${value} `)).toBe(value);
    expect(requiredText(80).parse(value)).toBe(value);
  },
);

test('newlines and tabs are allowed only in texts of several lines, and every kind of newline becomes \\n', () => {
  expect(text(80).parse('a\r\nb\rc\u2028d\te')).toBe('a\nb\nc\nd\te');
  for (const newline of ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085']) {
    expect(problem(line(80), `a${newline}b`)).toBe('Harus satu baris.');
  }
  expect(problem(line(80), 'a\tb')).toBe('Berisi karakter yang tidak dapat disimpan.');
  expect(line(80).parse('a\n')).toBe('a');
});

test.each(['\0', '\u0007', '\u001b', '\u007f', '\u009b', '\ud800'])(
  'the control character %j is refused',
  (character) => {
    for (const schema of [line(80), text(80)]) {
      expect(problem(schema, `a${character}b`)).toBe('Berisi karakter yang tidak dapat disimpan.');
    }
  },
);

test.each(['\u202a', '\u202e', '\u2066', '\u2067', '\u2069'])(
  'the bidirectional control %j is refused',
  (character) => {
    for (const schema of [line(80), text(80)]) {
      expect(problem(schema, `a${character}b`)).toBe('Berisi karakter yang membalik arah tulisan.');
    }
  },
);

test.each(['\u200b', '\u2060\u00ad', '\u3164', '\u2800', '\u0301', '\ufe0f\u200d'])(
  '%j alone is refused as invisible',
  (value) => {
    for (const schema of [line(80), text(80), requiredLine(80), requiredText(80)]) {
      expect(problem(schema, value)).toBe('Harus berisi huruf yang terlihat.');
    }
  },
);

test.each([
  ['https://lapau.example', 'https://lapau.example'],
  ['HTTPS://Lapau.Example:8443/Kabar?q=a@b#c', 'https://lapau.example:8443/Kabar?q=a@b#c'],
  ['http://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/ä'],
  // a Cyrillic a in the middle
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
  expect(problem(externalUrl, value)).toBe('Tautan harus diawali http:// atau https://.');
});
