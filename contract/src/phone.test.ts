import { expect, test } from 'vitest';
import { isPhone, mobileDigits } from './phone.ts';
import { phone, requiredPhone } from './text.ts';

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

test('a landline has no WhatsApp', () => {
  expect(mobileDigits('(0752) 90123')).toBeNull();
});

test('only a required phone must not be empty', () => {
  expect(phone.parse(' ')).toBe('');
  expect(requiredPhone.safeParse(' ').error?.issues[0]?.message).toBe('Nomor HP wajib diisi.');
});
