import { parse } from 'postcss';
import type { AtRule, ChildNode, Declaration, Root, Rule } from 'postcss';
import { firstVersions, isLate, oldestChromium } from './late.ts';

/** Styles that may be missing: without them everything is where it belongs and can be used. */
const spared: [late: RegExp, why: string][] = [
  [/^field-sizing/, 'ui/fields/growing-textarea.tsx measures'],
  [/^text-wrap/, 'lines break elsewhere'],
  [/^(scrollbar-(color|width)|text-size-adjust)/, 'looks'],
  [/^font-family/, 'the next of the list is taken'],
  [/^overscroll-behavior/, 'older ones have it for what scrolls'],
  [/^(container-type|@container)/, 'ui/photos/photo.tsx asks for it'],
  [/^:has .*data-loading/, 'the credit below a screen that loads is seen'],
  [/^1lh in min-height:1lh/, 'Tailwind has it for a part of date inputs of WebKit'],
  [/^@starting-style/, 'what fades in is there at once'],
  [/^overflow-clip-margin/, 'marks on a bubble and the focus ring of a contact are cut at the edge'],
];

/** The units of lengths that came late. */
const lateUnits = /\d(?:[dsl]v(?:h|w|min|max|i|b)|cq(?:w|h|i|b|min|max)|r?lh|rcap|cap|rch|ric|rex)\b/g;

/** The version that each CSS function came with, by its name, whatever kind of value it stands for. */
const functions = new Map<string, number>();
for (const [name, version] of firstVersions) {
  if (!name.startsWith('css.types.')) continue;
  const last = name.slice(name.lastIndexOf('.') + 1);
  functions.set(last, Math.min(version, functions.get(last) ?? Infinity));
}

/**
 * Finds everything in a stylesheet that the oldest Chromium in use does not know and that has no substitute, one line for each. An
 * unknown selector in a list makes Chromium drop the whole list.
 */
export function lateStyles(css: string): string[] {
  const root = parse(css);
  const lowered = loweredNames(root);
  const found = new Set<string>();
  const add = (node: AtRule | Rule | Declaration, late: string[], where: string) => {
    if (isGuarded(node)) return;
    for (const one of late.map((what) => `${what} in ${where}`))
      if (!spared.some(([pattern]) => pattern.test(one))) found.add(one);
  };
  root.walkAtRules((rule) => {
    const isRange = rule.name === 'media' && /[<>]/.test(rule.params);
    const late = isLate(`css.at-rules.${rule.name}`) ? [`@${rule.name}`] : [];
    add(rule, isRange ? [...late, 'a range'] : late, `@${rule.name} ${rule.params}`);
  });
  root.walkRules((rule) => {
    const late = rule.parent?.type === 'rule' ? ['nesting'] : [];
    add(rule, [...late, ...lateSelectors(rule.selector)], rule.selector);
  });
  root.walkDecls((declaration) => {
    if (namesOf(declaration).some((name) => !lowered.has(name)))
      add(declaration, lateValues(declaration), String(declaration));
  });
  return [...found];
}

/** The declarations that stand in for others, in browsers that do not know those. */
function loweredNames(root: Root): Set<string> {
  const names = new Set<string>();
  root.walkAtRules('supports', (supports) => {
    if (/^not\b/.test(supports.params))
      supports.walkDecls((declaration) => namesOf(declaration).forEach((name) => names.add(name)));
  });
  return names;
}

/** Names a declaration by each of its selectors and its property; `translate`, `scale` and `rotate` count as `transform`. */
const namesOf = ({ parent, prop }: Declaration): string[] =>
  parent?.type === 'rule'
    ? parent.selectors.map((selector) => `${selector} ${prop.replace(/^(translate|scale|rotate)$/, 'transform')}`)
    : [prop];

/** Whether a node stands inside `@supports`, so that only browsers that know it read it. */
const isGuarded = (node: ChildNode): boolean =>
  (node.type === 'atrule' && node.name === 'supports' && !/^not\b/.test(node.params)) ||
  (node.parent !== undefined && node.parent.type !== 'root' && isGuarded(node.parent as ChildNode));

const lateSelectors = (selector: string): string[] =>
  [...selector.matchAll(/(?<!\\):([a-z-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => isLate(`css.selectors.${name}`))
    .map((name) => `:${name}`);

function lateValues({ prop, value }: Declaration): string[] {
  if (isLate(`css.properties.${prop}`)) return [prop];
  const text = value.replaceAll(/--[\w-]+|url\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  const words = [...text.matchAll(/[a-z][a-z-]*(?![\w(-])/g)].map(([word]) => word);
  const units = [...text.matchAll(lateUnits)].map(([unit]) => unit);
  // A custom property may stand for any property: its words and functions are checked where it is used.
  if (prop.startsWith('--')) return units;
  const called = [...text.matchAll(/([a-z][\w-]*)\(/g)].map(([, name = '']) => name);
  return [
    ...words.filter((word) => isLate(`css.properties.${prop}.${word}`)).map((word) => `${prop}: ${word}`),
    ...called.filter((name) => (functions.get(name) ?? 0) > oldestChromium).map((name) => `${name}()`),
    ...units,
  ];
}
