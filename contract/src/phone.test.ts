import { expect, test } from 'vitest';
import { dialled, isPhone, mobileDigits, subscriberDigits } from './phone.ts';
import { phone, requiredPhone, whatsappNumber } from './text.ts';

test.each([
  '0812-3456-7890',
  '81234567890',
  '+62 812 3456 7890',
  '+60 12-345 6789',
  '(0752) 90123',
  '+62 752 90123',
  '021 7918 1234',
])('%s can be called (D22)', (number) => {
  expect(isPhone(number)).toBe(true);
  expect(requiredPhone.parse(` ${number} `)).toBe(number);
});

test.each([
  'tidak ada',
  '12345',
  '0812',
  '0752 90',
  '0812345678901234',
  '0810-0000-0012 / 0810-0000-0013',
  '7590123',
  '+123',
])('%s is no phone', (number) => {
  expect(isPhone(number)).toBe(false);
  expect(phone.safeParse(number).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Nomor HP (tidak benar|paling banyak)/),
  ]);
});

test.each([
  '(+62) 810-0000-0001',
  'HP +62 810-0000-0001',
  '+62 (0)810-0000-0001',
  '+62 ( 0 ) 810-0000-0001',
  '(+62)0810-0000-0001',
  '+0810-0000-0001',
  '++62 810-0000-0001',
  '+ 62 810-0000-0001',
  'WA: +62.810.0000.0001',
  'tel:+6281000000001',
  '\uff0b62 810-0000-0001',
  '➕62 810-0000-0001',
  '\u202d+62 810-0000-0001\u202c',
  '\u2068+62\u2069 810\u20110000\u20110001',
  '\u202b62 810-0000-0001+\u202c',
  '62+810-0000-0001',
  '810-0000-0001 (+62)',
  '0810-0000-0001 +62',
  'HP 1: +62 810-0000-0001',
  '+62 810-0000-0001 (Uni 2)',
  '+62 810-0000-0001 jam 8-17',
  '0062 810-0000-0001',
  '62 810-0000-0001',
  '62 (0)810-0000-0001',
  '810-0000-0001',
  '+٦٢ ٨١٠-٠٠٠٠-٠٠٠١',
  '＋６２ ８１０－００００－０００１',
  '+62 810-0000-0001 ext. 12',
  '+062 810-0000-0001',
  '+62 81O-OOOO-0001',
])('%j dials +6281000000001, and its WhatsApp is the same number (D136)', (number) => {
  expect(dialled(number)).toBe('+6281000000001');
  expect(mobileDigits(number)).toBe('6281000000001');
});

test.each([
  ['0810-0000-0001', '081000000001'],
  ['HP 0810-0000-0001', '081000000001'],
  ['WA 2: 0810-0000-0001', '081000000001'],
  ['HP1 0810-0000-0001', '081000000001'],
  ['0810-0000-0001 (Uni 2)', '081000000001'],
  ['0810-0000-0001 jam 8-17', '081000000001'],
  ['0810-0000-0001 atau 0810-0000-0002', '081000000001'],
  ['0810-0000-0001 jam 8 wib', '081000000001'],
  ['0810-0000-0001 RT 2 RW 1', '081000000001'],
  ['0810-0000-0001, 2 porsi', '081000000001'],
  ['0810-0000-0001 \u2013 2', '081000000001'],
  ['0810-000-001/002', '0810000001'],
  ['O810-0000-0001', '+6281000000001'],
  ['081O-0000-00O1', '081000000001'],
  ['08I0-0000-0001', '081000000001'],
  ['08XX-0000-0001', null],
  ['0810xxxx0001 12', null],
  ['(0)810-0000-0001', '081000000001'],
  ['٠٨١٠-٠٠٠٠-٠٠٠١', '081000000001'],
  ['(0752) 90123', '075290123'],
  ['(0752) 90123 pes. 4', '075290123'],
  ['(+62) 752 90123', '+6275290123'],
  ['62 752 90123', '+6275290123'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+60 12-345 6789', '+60123456789'],
  ['0060123456789', '+60123456789'],
  ['7590123', '7590123'],
  ['0810+12345', '081012345'],
  ['123', null],
  ['tidak ada', null],
  ['', null],
])('%j dials %j (D136)', (number, dial) => {
  expect(dialled(number)).toBe(dial);
});

test('a part of a number is looked for without what its beginning may be', () => {
  expect(['0810-00', '+62 (0)810 00', '62 810 00', '81000', '(+62) 81000'].map(subscriberDigits)).toEqual(
    Array.from({ length: 5 }, () => '81000'),
  );
  expect(['Upik', '0', '62'].map(subscriberDigits)).toEqual(['', '', '']);
});

test.each([
  ['\u202a0810-0000-0001\u202c', '0810-0000-0001'],
  ['\u202d+62 810-0000-0001\u202c', '+62 810-0000-0001'],
  ['\u20680810\u20110000\u20110001\u2069', '0810\u20110000\u20110001'],
  ['\ufeff0810\u00ad0000\u200b0001', '081000000001'],
  ['(+62)\u00a0810-0000-0001', '(+62) 810-0000-0001'],
])('%j is stored as %j (D136)', (typed, stored) => {
  for (const schema of [phone, requiredPhone, whatsappNumber]) expect(schema.parse(typed)).toBe(stored);
});

test('a landline has no WhatsApp', () => {
  expect(mobileDigits('(0752) 90123')).toBeNull();
});

test('only a required phone must not be empty', () => {
  expect(phone.parse(' ')).toBe('');
  expect(requiredPhone.safeParse(' ').error?.issues[0]?.message).toBe('Nomor HP wajib diisi.');
});
