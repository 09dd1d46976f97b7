import { expect, test } from 'vitest';
import { formatRecoveryCode, isRecoveryCode, readRecoveryCode } from './recovery-code.ts';

test.each(['0123-4567-89AB', 'o l 23 4567-89ab', ' OI23.4567–89AB\n'])('%j is read as it was meant', (typed) => {
  expect(readRecoveryCode(typed)).toBe('0123456789AB');
  expect(isRecoveryCode(readRecoveryCode(typed))).toBe(true);
});

test.each(['', '0123-4567-89A', '0123-4567-89ABC', '0123-4567-89AU', '0123-4567-89A\u200b'])('%j is none', (typed) => {
  expect(isRecoveryCode(readRecoveryCode(typed))).toBe(false);
});

test('a code is shown in groups of four', () => expect(formatRecoveryCode('0123456789AB')).toBe('0123-4567-89AB'));
