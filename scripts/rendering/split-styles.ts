import postcss from 'postcss';
import type { ChildNode } from 'postcss';

/** A rule of a stylesheet, from which the server puts those together that a page's HTML needs. */
export type StyleRule = {
  css: string;
  /** The at-rules around it, from the outside in, such as `@media (width>=64rem)`. */
  around: string[];
  /** The rule is needed where all elements (such as `<hr`) and classes of one of these lists stand; where one is empty, always. */
  needs: string[][];
  /** The name of the animation or property that it defines: it is needed where another rule has that name. */
  defines?: string;
};

/** Splits a stylesheet into its rules, in their order. */
export function splitStyles(styles: string): StyleRule[] {
  const rules: StyleRule[] = [];
  postcss.parse(styles).each((node) => collect(node, [], rules));
  return rules;
}

const definitions = new Set(['keyframes', '-webkit-keyframes', 'property']);

function collect(node: ChildNode, around: string[], rules: StyleRule[]): void {
  if (node.type === 'rule')
    return void rules.push({ css: node.toString(), around, needs: node.selectors.map(neededBy) });
  if (node.type !== 'atrule') return;
  if (definitions.has(node.name))
    return void rules.push({ css: node.toString(), around, needs: [[]], defines: node.params });
  if (!node.nodes) throw new Error(`A page's styles cannot carry @${node.name}.`);
  for (const inner of node.nodes) collect(inner, [...around, `@${node.name} ${node.params}`], rules);
}

const classPattern = /\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g;
/** Every page has these around its screen. */
const everywhere = new Set(['html', 'body']);

/** The elements and classes without which a selector finds nothing. Classes stand without their escapes. */
function neededBy(selector: string): string[] {
  const required = selector.replaceAll(/:not\([^()]*\)/g, '');
  const classes = [...required.matchAll(classPattern)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'));
  let elements = required.replaceAll(classPattern, '').replaceAll(/\[[^\]]*\]/g, '');
  // Only one alternative of what stands in parentheses has to be there.
  while (elements.includes('(')) elements = elements.replaceAll(/\([^()]*\)/g, '');
  const names = elements.match(/(?<![\w:-])[a-z][a-z0-9]*/g) ?? [];
  return [...names.filter((name) => !everywhere.has(name)).map((name) => `<${name}`), ...classes];
}
