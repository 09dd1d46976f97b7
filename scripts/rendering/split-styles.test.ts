import { expect, test } from 'vitest';
import { splitStyles } from './split-styles.ts';

test('a stylesheet is split into its rules, in their order, each with what is around it', () => {
  const rules = splitStyles(
    'a { color: red } @supports (a: b) { @media print { .flex { order: 2 } } .grid { order: 3 } }',
  );
  expect(rules).toEqual([
    { css: 'a { color: red }', around: [], needs: [['<a']] },
    { css: '.flex { order: 2 }', around: ['@supports (a: b)', '@media print'], needs: [['flex']] },
    { css: '.grid { order: 3 }', around: ['@supports (a: b)'], needs: [['grid']] },
  ]);
});

test.each([
  ['.lg\\:flex', [['lg:flex']]],
  ['.\\[\\@media\\(height\\>\\=56rem\\)\\]\\:py-8', [['[@media(height>=56rem)]:py-8']]],
  ['.top-0\\.5', [['top-0.5']]],
  ['.group:hover .inner', [['group', 'inner']]],
  ['.item:not(.open)', [['item']]],
  ['.one, .other:focus', [['one'], ['other']]],
  ['a:where(:hover)', [['<a']]],
  ['*, ::before, html', [[], [], []]],
  ['h1, .lg\\:p > li', [['<h1'], ['<li', 'lg:p']]],
  [':where(select:is([multiple], [size])) optgroup', [['<optgroup']]],
  ['input::-webkit-date-and-time-value', [['<input']]],
])('what %s needs', (selector, needs) => {
  expect(splitStyles(`${selector} { order: 1 }`)[0]?.needs).toEqual(needs);
});

test('what is defined has the name that its users have', () => {
  const rules = splitStyles(
    '@keyframes turn { to { rotate: 1turn } } @property --tw-ring { syntax: "*"; inherits: false }',
  );
  expect(rules.map(({ defines }) => defines)).toEqual(['turn', '--tw-ring']);
});

test('an at-rule that a page cannot carry ends the build', () => {
  expect(() => splitStyles('@import "other.css";')).toThrow('cannot carry @import');
});
