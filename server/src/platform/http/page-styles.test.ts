import { expect, test } from 'vitest';
import { splitStyles } from '../../../../scripts/rendering/split-styles.ts';
import { stylesFor } from './page-styles.ts';

const rules = splitStyles(`
  :root { --gold: #fb0 }
  a { color: inherit }
  .flex { display: flex }
  .grid { display: grid }
  @media (width >= 64rem) { .lg\\:flex { display: flex } .lg\\:grid { display: grid } .sm { order: 1 } }
  .\\[\\@media\\(height\\>\\=56rem\\)\\]\\:py-8 { padding: 2rem }
  .group:hover .inner { color: red }
  .item:not(.open) { opacity: 0 }
  .turning { animation: turn 1s }
  @keyframes turn { to { rotate: 1turn } }
  @keyframes pop { to { scale: 1 } }
  @supports (a: b) { @media print { .flex { order: 2 } } .grid { order: 3 } }
`);
const stylesOf = (classes: string) =>
  stylesFor(`<p class="${classes}">.grid class=grid</p>`, rules).replaceAll(/\s+/g, ' ');
const always = ':root { --gold: #fb0 }a { color: inherit }';

test('a page carries the rules without classes, and those whose classes its HTML has', () => {
  expect(stylesOf('none')).toBe(always);
  expect(stylesOf('flex')).toBe(`${always}.flex { display: flex }@supports (a: b){@media print{.flex { order: 2 }}}`);
});

test('rules stay within what is around them, which is written once', () => {
  expect(stylesOf('lg:flex lg:grid')).toBe(
    `${always}@media (width >= 64rem){.lg\\:flex { display: flex }.lg\\:grid { display: grid }}`,
  );
  expect(stylesOf('flex grid')).toContain('@supports (a: b){@media print{.flex { order: 2 }}.grid { order: 3 }}');
});

test('a class is read as HTML writes it, and as a selector escapes it', () => {
  expect(stylesOf('[@media(height&gt;=56rem)]:py-8')).toContain('padding: 2rem');
});

test('a rule of several classes needs all of them, but none that it excludes', () => {
  expect(stylesOf('inner')).toBe(always);
  expect(stylesOf('group inner')).toContain('.group:hover .inner');
  expect(stylesOf('item')).toContain('.item:not(.open)');
});

test('an animation comes with the rule that names it', () => {
  expect(stylesOf('turning')).toContain('@keyframes turn');
  expect(stylesOf('turning')).not.toContain('@keyframes pop');
});

test('an at-rule that a page cannot carry ends the build', () => {
  expect(() => splitStyles('@import "other.css";')).toThrow('cannot carry @import');
});
