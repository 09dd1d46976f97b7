import postcss from 'postcss';
import type { ChildNode } from 'postcss';

/** A rule of a stylesheet, from which the server puts those together that a page's HTML needs. */
export type StyleRule = {
  css: string;
  /** The at-rules around it, from the outside in, such as `@media (width>=64rem)`. */
  around: string[];
  /** The rule is needed where all classes of one of these lists stand; where one is empty, always. */
  classes: string[][];
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
    return void rules.push({ css: node.toString(), around, classes: node.selectors.map(classesIn) });
  if (node.type !== 'atrule') return;
  if (definitions.has(node.name))
    return void rules.push({ css: node.toString(), around, classes: [[]], defines: node.params });
  if (!node.nodes) throw new Error(`A page's styles cannot carry @${node.name}.`);
  for (const inner of node.nodes) collect(inner, [...around, `@${node.name} ${node.params}`], rules);
}

/** The classes that an element and those around it need for a selector, without their escapes. */
const classesIn = (selector: string): string[] =>
  [...selector.replaceAll(/:not\([^()]*\)/g, '').matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)].map(([, name = '']) =>
    name.replaceAll(/\\(.)/g, '$1'),
  );
