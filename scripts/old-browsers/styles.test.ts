import postcss from 'postcss';
import { expect, test } from 'vitest';
import { lateStyles } from './late-styles.ts';
import { lowerStyles } from './lower-styles.ts';
import { spaceFallbacks } from './space-fallbacks.ts';

const lower = (css: string) =>
  postcss([lowerStyles]).process(css, { from: undefined }).css.replaceAll(/\s+/g, ' ').trim();

test('layers are unwrapped in their order, and their list is dropped', () => {
  expect(lower('@layer base, utilities; @layer base { p { margin: 0 } } @layer utilities { .m { margin: 1px } }')).toBe(
    'p { margin: 0 } .m { margin: 1px }',
  );
});

test.each([
  ['height: 80dvh', 'height: 80vh'],
  ['max-width: max(20rem, 45svh)', 'max-width: max(20rem, 45vh)'],
  ['translate: var(--x) var(--y)', 'transform: translate(var(--x), var(--y))'],
  ['translate: calc(1px + 2px) 3px', 'transform: translate(calc(1px + 2px), 3px)'],
  ['rotate: 180deg', 'transform: rotate(180deg)'],
  ['scale: 0.98 !important', 'transform: scale(0.98) !important'],
])('beside %s stands what older browsers read', (late, instead) => {
  const lowered = lower(`@media print { .one { ${late} } }`);
  expect(lowered).toContain(`.one { ${late} }`);
  expect(lowered).toMatch(/@supports not \(.*?\) ?\{ ?\.one ?\{/);
  expect(lowered).toContain(instead);
  expect(lateStyles(lowered)).toEqual([]);
});

test.each(['.one { height: 100vh; transform: translate(1px, 2px) }', '.one { --dvh: 1px; width: var(--dvh) }'])(
  '%s stays as it is',
  (css) => {
    expect(lower(css)).toBe(css);
  },
);

test.each([
  ['.one { height: 80dvh }', '0dvh in height: 80dvh'],
  ['.one { --height: 80dvh; }', '0dvh in --height: 80dvh'],
  ['.one { min-height: 2lh }', '2lh in min-height: 2lh'],
  ['.one, .two:has(a) { color: red }', ':has in .one, .two:has(a)'],
  ['@layer base { p { margin: 0 } }', '@layer in @layer base'],
  ['@media (width < 1rem) { p { margin: 0 } }', 'a range in @media (width < 1rem)'],
  ['.one { .two { margin: 0 } }', 'nesting in .two'],
  ['.one { color: color-mix(in lab, red, blue) }', 'color-mix() in color: color-mix(in lab, red, blue)'],
  ['.one { translate: 1px }', 'translate in translate: 1px'],
  ['.one { interpolate-size: allow-keywords }', 'interpolate-size in interpolate-size: allow-keywords'],
  ['@scope (.one) { p { margin: 0 } }', '@scope in @scope (.one)'],
])('%s is refused', (css, fault) => {
  expect(lateStyles(css)).toEqual([fault]);
});

test.each([
  '@supports (height: 1dvh) { .one { height: 80dvh } }',
  '@supports selector(:has(*)) { .one:has(a) { color: red } }',
  String.raw`.has\:dvh:hover { margin: 0 }`,
  '.one { --own: color-mix; width: var(--color-mix); content: "80dvh" }',
])('%s is not', (css) => {
  expect(lateStyles(css)).toEqual([]);
});

test('what stands in for a declaration of one rule does not for that of another', () => {
  const css = '.one { height: 1dvh } @supports not (height: 1dvh) { .two { height: 1vh } .one { width: 1vh } }';
  expect(lateStyles(css)).toEqual(['1dvh in height: 1dvh']);
});

test.each([
  '[dir=auto]:not(input, textarea)',
  'button:not(:disabled)',
  'a:hover img',
  '#root',
  '.one .two',
  '[inert]::before',
])('%s in a layer before that of the utilities is refused, as it would win over them', (selector) => {
  expect(() => lower(`@layer base { p, ${selector} { margin: 0 } }`)).toThrow(selector);
  expect(lower(`@layer utilities { ${selector} { margin: 0 } }`)).toContain(selector);
});

test.each([
  ':where([dir=auto]:not(input, textarea))',
  'a:where(:hover) img',
  '[inert] *',
  ':focus-visible',
  ':where(select:is([multiple], [size])) optgroup option',
  '::-webkit-search-cancel-button',
])('%s there is not', (selector) => {
  expect(lower(`@layer base { ${selector} { margin: 0 } }`)).toContain(selector);
});

test('an empty fallback is a blank, and others stay', () => {
  const css = '.a{--s:var(--i,) 0 0 0 calc(1px + var(--w)) var(--c,currentcolor);filter:var(--b,)var(--g,)}';
  expect(spaceFallbacks(css)).toBe(
    '.a{--s:var(--i, ) 0 0 0 calc(1px + var(--w)) var(--c,currentcolor);filter:var(--b, )var(--g, )}',
  );
});
