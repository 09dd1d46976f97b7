import { expect, test } from 'vitest';
import { stylesFor } from './page-styles.ts';
import type { StyleRule } from './page-styles.ts';

const wide = '@media (width>=64rem)';
const rules: StyleRule[] = [
  { css: 'p{}', around: [], needs: [['<p']] },
  { css: 'hr,h1{}', around: [], needs: [['<hr'], ['<h1']] },
  { css: '*{}', around: [], needs: [[]] },
  { css: '.flex{}', around: [], needs: [['flex']] },
  { css: '.lg\\:flex{}', around: [wide], needs: [['lg:flex']] },
  { css: '.lg\\:grid{}', around: [wide], needs: [['lg:grid']] },
  { css: '.inner{}', around: ['@supports (a:b)', wide], needs: [['group', 'inner']] },
  { css: '.one,.other{}', around: ['@supports (a:b)'], needs: [['one'], ['other']] },
  { css: '.high{}', around: [], needs: [['[@media(height>=56rem)]:py-8']] },
  { css: '.turning{animation:turn}', around: [], needs: [['turning']] },
  { css: '@keyframes turn{}', around: [], needs: [[]], defines: 'turn' },
];
const stylesOf = (classes: string) => stylesFor(`<p class="${classes}">class=flex .flex</p>`, rules);

test.each([
  ['none', 'p{}*{}'],
  ['flex', 'p{}*{}.flex{}'],
  ['lg:flex lg:grid', `p{}*{}${wide}{.lg\\:flex{}.lg\\:grid{}}`],
  ['lg:grid group inner other', `p{}*{}${wide}{.lg\\:grid{}}@supports (a:b){${wide}{.inner{}}.one,.other{}}`],
  ['inner', 'p{}*{}'],
  ['[@media(height&gt;=56rem)]:py-8', 'p{}*{}.high{}'],
  ['turning', 'p{}*{}.turning{animation:turn}@keyframes turn{}'],
])('a page with the classes %s carries the rules that these need', (classes, styles) => {
  expect(stylesOf(classes)).toBe(styles);
});
