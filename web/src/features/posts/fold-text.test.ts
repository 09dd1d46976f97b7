import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './components/fold-text.ts';

test('a short text is shown whole', () => {
  expect(foldText('')).toBeNull();
  expect(foldText('x'.repeat(180))).toBeNull();
  expect(foldText('satu\ndua\ntiga\nempat')).toBeNull();
});

test('a long text is cut between words, a tall one after three lines', () => {
  expect(foldText('gulai baung '.repeat(30))).toBe('gulai baung '.repeat(11) + 'gulai');
  expect(foldText('satu\ndua\ntiga\nempat\nlima')).toBe('satu\ndua\ntiga');
});

test('a folded text is a whole beginning of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const folded = foldText(text);
      if (folded === null) return;
      expect(text.startsWith(folded)).toBe(true);
      expect(folded.isWellFormed()).toBe(true);
      expect(folded.length).toBeLessThanOrEqual(140);
    }),
  );
});
