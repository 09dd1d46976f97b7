import type { Declaration, Plugin, Rule } from 'postcss';
import { outweighsClass } from './specificity.ts';

const dynamicUnits = /(?<=\d)[dsl](?=v(?:h|w|min|max|i|b)\b)/g;
const transforms = /^(?:translate|scale|rotate)$/;

/**
 * Adds what browsers can read that are too old for some styles, and changes nothing for other browsers:
 *
 * - Cascade layers are unwrapped. Their order is that of the text, and a selector of an earlier layer that is more specific than a
 *   class, and would win over utilities, ends the build.
 * - `translate`, `scale` and `rotate` are repeated as `transform`, lengths such as `80dvh` as `80vh`.
 */
export const lowerStyles: Plugin = {
  postcssPlugin: 'lower-styles',
  OnceExit(root, { Declaration: NewDeclaration, AtRule }) {
    root.walkAtRules('layer', (layer) => {
      if (layer.params !== 'utilities') layer.walkRules(refuseStrong);
      if (layer.nodes) layer.replaceWith(layer.nodes);
      else layer.remove();
    });
    const rules: Rule[] = [];
    root.walkRules((rule) => void rules.push(rule));
    for (const rule of rules) {
      // Vite asks each node where it comes from.
      const source = rule.source && { source: rule.source };
      for (const [condition, lower] of lowerings) {
        const nodes = rule.nodes.filter((node) => node.type === 'decl').flatMap(lower);
        if (nodes.length === 0) continue;
        const instead = rule.clone({ nodes: nodes.map((props) => new NewDeclaration({ ...props, ...source })) });
        rule.after(new AtRule({ name: 'supports', params: `not (${condition})`, nodes: [instead], ...source }));
      }
    }
  },
};

function refuseStrong(rule: Rule): void {
  const strong = rule.selectors.find(outweighsClass);
  if (strong !== undefined)
    throw rule.error(`${strong} is more specific than a class: put a part of it into :where().`);
}

type Lowered = Pick<Declaration, 'prop' | 'value'> & { important: boolean };

/** Conditions of @supports, each with what makes the declarations for browsers that do not know it. */
const lowerings: [condition: string, lower: (declaration: Declaration) => Lowered[]][] = [
  [
    'translate: none',
    ({ prop, value, important = false }) =>
      transforms.test(prop) ? [{ prop: 'transform', value: transformOf(prop, value), important }] : [],
  ],
  [
    'height: 1dvh',
    ({ prop, value, important = false }) =>
      value.search(dynamicUnits) === -1 ? [] : [{ prop, value: value.replaceAll(dynamicUnits, ''), important }],
  ],
];

/** The value of `transform` that does the same: `translate(1px, 2px)` for `translate: 1px 2px`. */
const transformOf = (prop: string, value: string): string =>
  value === 'none'
    ? value
    : `${prop}(${value
        .split(/ (?![^(]*\))/)
        .slice(0, 2)
        .join(', ')})`;
