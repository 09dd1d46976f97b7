import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collapseText } from './collapse-text.ts';

test('a short text is not collapsed', () => {
  expect(collapseText('')).toBeNull();
  expect(collapseText('x'.repeat(180))).toBeNull();
  expect(collapseText('satu\ndua\ntiga\nempat')).toBeNull();
});

test('a long text is cut between words, one of many lines after three lines', () => {
  expect(collapseText('gulai baung '.repeat(30))).toBe('gulai baung '.repeat(11) + 'gulai');
  expect(collapseText('satu\ndua\ntiga\nempat\nlima')).toBe('satu\ndua\ntiga');
});

test('it may be told to be shorter', () => {
  expect(collapseText('gulai baung '.repeat(30), { length: 60, lines: 2 })).toBe('gulai baung '.repeat(5).trimEnd());
  expect(collapseText('satu\ndua\ntiga\nempat', { length: 60, lines: 2 })).toBe('satu\ndua');
});

test('a collapsed text is a well-formed prefix of at most 140 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const collapsed = collapseText(text);
      if (collapsed === null) return;
      expect(text.startsWith(collapsed)).toBe(true);
      expect(collapsed.isWellFormed()).toBe(true);
      expect(collapsed.length).toBeLessThanOrEqual(140);
    }),
  );
});
