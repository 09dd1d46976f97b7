import { expect, test } from 'vitest';
import { StartRefused } from '../errors/start-refused.ts';
import { parseEnvFile } from './env-file.ts';

/** Parses a text that has a byte for each character. */
const parse = (text: string) => parseEnvFile(Buffer.from(text, 'latin1'), '/etc/lapau.env');
const valuesOf = (text: string) =>
  Object.fromEntries([...parse(text).variables].map(([name, { value }]) => [name, value]));
const remarksOf = (text: string) => parse(text).remarks.map(({ line, text: said }) => `${line} ${said}`);

// The expected values are what `load_env_file` and `strv_env_clean` of systemd 252, which read EnvironmentFile=, give for
// these bytes.
test.each<[string, Record<string, string>]>([
  ['A=postgres://u:p@h/d?a=1&b=2', { A: 'postgres://u:p@h/d?a=1&b=2' }],
  ['A=max-age=1; includeSubDomains\nB=$HOME`x`$(y) #z;', { A: 'max-age=1; includeSubDomains', B: '$HOME`x`$(y) #z;' }],
  ['MAIL_FROM=Lapau <a@b.id>\nA=$(id)\nB=`id`', { MAIL_FROM: 'Lapau <a@b.id>', A: '$(id)', B: '`id`' }],
  ['A="$(id) $HOME"\nB=%h %%\nC=~/x *\nD=a|b>c<d!e', { A: '$(id) $HOME', B: '%h %%', C: '~/x *', D: 'a|b>c<d!e' }],
  ['A=p#ss\nB=p #ss\nC=C:\\data\r\nD="C:\\data"\r\n', { A: 'p#ss', B: 'p #ss', C: 'C:data', D: 'C:\\data' }],
  ['# one\n;two\n  # three\n \t\nA=1', { A: '1' }],
  [' A = 1 2 \t\n', { A: '1 2' }],
  ['A=\nB= \t\nC=""\nD=', { A: '', B: '', C: '', D: '' }],
  ['A=1\nA=2\nB=1\nB=', { A: '2', B: '' }],
  ['A=1\r\nB="2"\r\nC=3\rD=4', { A: '1', B: '2', C: '3', D: '4' }],
  ['A="x y" \nB=\'x y\'\t', { A: 'x y', B: 'x y' }],
  ['A="it\'s" \nB=\'say "x"\'', { A: "it's", B: 'say "x"' }],
  ['A="a""b" \'c\' d " e', { A: 'abcd " e' }],
  ['A=x"y" \nB=it\'s', { A: 'x"y"', B: "it's" }],
  ['A="\\"\\\\\\$\\`\\n\\x"', { A: '"\\$`\\n\\x' }],
  ["A='\\\\n\\'", { A: '\\\\n\\' }],
  ['A=\\\\a\\n\\"\\ ', { A: '\\an" ' }],
  ['A=a \\\n  b\nC=1', { A: 'a   b', C: '1' }],
  ['A=a\\  \nB=1', { A: 'a ', B: '1' }],
  ['A=a\\\r\nB=1', { A: 'a', B: '1' }],
  ['A="a\nb\\\nc"\nB=\'d\ne\'', { A: 'a\nbc', B: 'd\ne' }],
  ['A="a\\\r\nb"', { A: 'a\\\r\nb' }],
  ['A="a\n#b\nC=1', { A: 'a\n#b\nC=1' }],
  ['A=a\\', { A: 'a' }],
  ['no setting\nA=1\nlast', { A: '1' }],
  ['export A=1\n1A=2\nB-C=3\nD D=4\n=5\n==6\nE=7', { E: '7' }],
  ['\u00ef\u00bb\u00bfA=1\nB=2', { B: '2' }],
  ['# caf\u00e9\nA=caf\u00c3\u00a9', { A: 'café' }],
  ['A=\u0001\u001b\u000b', { A: '\u0001\u001b\u000b' }],
  ['_a9=1\na=2\nA=3', { _a9: '1', a: '2', A: '3' }],
])('%j is read as systemd reads it', (text, values) => {
  expect(valuesOf(text)).toEqual(values);
});

test.each([
  ['A=caf\u00e9', 'Line 1 of /etc/lapau.env is not UTF-8.'],
  ['A=1\n\nB\u00e9=1', 'Line 3 of /etc/lapau.env is not UTF-8.'],
  ['A=\u00ef\u00b7\u0090', 'Line 1 of /etc/lapau.env is not UTF-8.'],
  ['A=1\u0000', '/etc/lapau.env is no text: there is a byte of zero in it.'],
])('%j, with which systemd starts no service, is refused', (text, refusal) => {
  expect(() => parse(text)).toThrow(StartRefused);
  expect(() => parse(text)).toThrow(refusal);
});

test('what is ignored, or swallows what follows, is told with its line and without its text', () => {
  const text = '# a\r\nhemmelig\r\n\r\nexport A=hemmelig\nB="x\ny"\nhem-melig=1\n# C:\\\nD="hemmelig\nE=1';
  expect(remarksOf(text)).toEqual([
    '2 has no = and is ignored',
    '4 begins with "export" and is ignored: write NAME=value alone',
    '7 has no name of a variable before the = and is ignored',
    '8 is a comment that ends in a backslash: the next line is read, and not a part of it',
    '9 has a quote that is not closed: all that follows is a part of it',
  ]);
  expect(remarksOf('A=hemmelig # a\nB="a #b"\nC=http://a/#b')).toEqual([
    '1 has a # in its value: a comment stands on a line of its own',
  ]);
  expect(remarksOf('\u00ef\u00bb\u00bfA=1')).toEqual([
    '1 begins with a byte order mark and is ignored: save the file without one',
  ]);
});
