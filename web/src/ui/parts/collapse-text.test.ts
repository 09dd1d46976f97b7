import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemes } from '../../lib/format/graphemes.ts';
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

test('no emoji and no letter with its marks is cut', () => {
  expect(collapseText('👨‍👩‍👧‍👦'.repeat(30))).toBe('👨‍👩‍👧‍👦'.repeat(12));
  expect(collapseText(`${'x'.repeat(138)}👍🏽${'x'.repeat(100)}`)).toBe('x'.repeat(138));
  expect(collapseText(`e${'\u0301'.repeat(56)}`.repeat(5))).toBe(`e${'\u0301'.repeat(56)}`.repeat(2));
});

test('the first letter stands whatever it has of marks', () => {
  const letter = `x${'\u0301'.repeat(300)}`;
  expect(collapseText(`${letter} hai`)).toBe(letter);
});

test('a collapsed text is a well-formed prefix of at most 140 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const collapsed = collapseText(text);
      if (collapsed === null) return;
      expect(text.startsWith(collapsed)).toBe(true);
      expect(collapsed.isWellFormed()).toBe(true);
      expect(collapsed.length).toBeLessThanOrEqual(140);
      expect(graphemes(text)).toEqual(expect.arrayContaining(graphemes(collapsed).slice(-1)));
    }),
  );
});
