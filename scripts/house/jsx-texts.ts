import type { ESTree } from 'vite';

type Child = ESTree.JSXChild;
type Parent = ESTree.JSXElement | ESTree.JSXFragment;

/**
 * Finds texts in JSX that are not the only child of an element although they, or their neighbours, may come, go or change. A browser
 * that translates the page puts other elements in place of these texts, and React no longer finds them.
 */
export function looseTexts(parent: Parent): Child[] {
  const children = parent.children.filter((child) => !isBlank(child));
  if (parent.type === 'JSXElement' && children.length < 2) return [];
  const mayChange = parent.type === 'JSXFragment' || children.some(({ type }) => type === 'JSXExpressionContainer');
  return children.filter((child) => {
    if (child.type === 'JSXText') return mayChange;
    return (
      child.type === 'JSXExpressionContainer' &&
      results(child.expression).some((result) => isText(result) || isFormatted(result))
    );
  });
}

function isBlank(child: Child): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return expression.type === 'JSXEmptyExpression' || (isText(expression) && textOf(expression).trim() === '');
}

type Expression = ESTree.JSXExpressionContainer['expression'];

/** The expressions that an expression may come to: both sides of a choice, and what stands behind a condition. */
function results(expression: Expression): Expression[] {
  if (expression.type === 'ConditionalExpression')
    return [expression.consequent, expression.alternate].flatMap(results);
  if (expression.type !== 'LogicalExpression') return [expression];
  const { left, operator, right } = expression;
  return operator === '&&' ? results(right) : [left, right].flatMap(results);
}

const isText = (expression: Expression): expression is ESTree.StringLiteral | ESTree.TemplateLiteral =>
  expression.type === 'TemplateLiteral' || (expression.type === 'Literal' && typeof expression.value === 'string');

/** Whether an expression is a call of `formatDateTime`, `formatPrice`, …, which answer texts. */
const isFormatted = (expression: Expression): boolean =>
  expression.type === 'CallExpression' &&
  expression.callee.type === 'Identifier' &&
  /^format[A-Z]/.test(expression.callee.name);

const textOf = (text: ESTree.StringLiteral | ESTree.TemplateLiteral): string =>
  text.type === 'Literal' ? text.value : text.quasis.map(({ value }) => value.raw).join('x');
