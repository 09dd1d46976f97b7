import { expect, test } from 'vitest';
import { stylesFor } from './page-styles.ts';
import type { StyleRule } from './page-styles.ts';

const wide = '@media (width>=64rem)';
const rules: StyleRule[] = [
  { css: 'a{}', around: [], classes: [[]] },
  { css: '.flex{}', around: [], classes: [['flex']] },
  { css: '.lg\\:flex{}', around: [wide], classes: [['lg:flex']] },
  { css: '.lg\\:grid{}', around: [wide], classes: [['lg:grid']] },
  { css: '.inner{}', around: ['@supports (a:b)', wide], classes: [['group', 'inner']] },
  { css: '.one,.other{}', around: ['@supports (a:b)'], classes: [['one'], ['other']] },
  { css: '.high{}', around: [], classes: [['[@media(height>=56rem)]:py-8']] },
  { css: '.turning{animation:turn}', around: [], classes: [['turning']] },
  { css: '@keyframes turn{}', around: [], classes: [[]], defines: 'turn' },
];
const stylesOf = (classes: string) => stylesFor(`<p class="${classes}">class=flex .flex</p>`, rules);

test.each([
  ['none', 'a{}'],
  ['flex', 'a{}.flex{}'],
  ['lg:flex lg:grid', `a{}${wide}{.lg\\:flex{}.lg\\:grid{}}`],
  ['lg:grid group inner other', `a{}${wide}{.lg\\:grid{}}@supports (a:b){${wide}{.inner{}}.one,.other{}}`],
  ['inner', 'a{}'],
  ['[@media(height&gt;=56rem)]:py-8', 'a{}.high{}'],
  ['turning', 'a{}.turning{animation:turn}@keyframes turn{}'],
])('a page with the classes %s carries the rules that these need', (classes, styles) => {
  expect(stylesOf(classes)).toBe(styles);
});
