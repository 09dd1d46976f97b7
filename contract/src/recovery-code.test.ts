import { expect, test } from 'vitest';
import { confirmationCode } from './auth.ts';
import { formatRecoveryCode, isRecoveryCode, readRecoveryCode } from './recovery-code.ts';

test.each([
  '0123-4567-89AB',
  'o l 23 4567-89ab',
  ' OI23.4567–89AB\n',
  '(0123) 4567/89ab.',
  '“0123-4567-89AB”,',
  '0123_4567_89ab',
  '0123\u200b4567\u00ad89AB\u2069',
  '０１２３－４５６７－８９ＡＢ',
  '٠١٢٣-٤٥٦٧-٨٩AB',
])('%j is read as it was meant', (typed) => {
  expect(readRecoveryCode(typed)).toBe('0123456789AB');
  expect(isRecoveryCode(readRecoveryCode(typed))).toBe(true);
});

test.each(['', '0123-4567-89A', '0123-4567-89ABC', '0123-4567-89AU', '0123-4567-89A\u200b'])('%j is none', (typed) => {
  expect(isRecoveryCode(readRecoveryCode(typed))).toBe(false);
});

test.each(['123456', '123 456', 'l23456.', '“123-456”', '１２３４５６', '۱۲۳۴۵۶', '(123456)', '*123456*'])(
  'the mailed code %j is read as it was meant',
  (typed) => {
    expect(readRecoveryCode(typed)).toBe('123456');
    expect(confirmationCode.parse(typed)).toBe('123456');
  },
);

test('a code is shown in groups of four', () => expect(formatRecoveryCode('0123456789AB')).toBe('0123-4567-89AB'));
