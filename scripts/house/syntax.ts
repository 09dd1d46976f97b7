import type { ESTree } from 'vite';

type Node = ESTree.Expression | ESTree.Super | ESTree.PrivateIdentifier;

/** The last name that a node reads: `pool` for both `pool` and `database.pool`. */
export function lastName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return lastName(node.expression);
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') return node.property.name;
  return '';
}

/** Names that rules and calls give to the person who acts. */
const actors = /^(actor|admin|member)$/;
/** Columns that say whose a row is. */
const owners = /^(\w+_)?(user|owner|author|sender|reporter)_id$|^\w+_by$/;
const roles = /^(\w+_)?role$/;
/** Columns that say whether others see a person, a stall or what they wrote. */
const standings = /^(is_suspended|visible)$/;

/** Answers `actor.id`, `post.user_id` or `person.role` if the node reads such a thing. */
function personIn(node: Node): string | undefined {
  if (node.type === 'ChainExpression') return personIn(node.expression);
  const name = lastName(node);
  if (node.type === 'Identifier') return /^(actor|admin|member)Id$/.test(name) ? name : undefined;
  if (node.type !== 'MemberExpression') return undefined;
  const of = lastName(node.object);
  const isPerson = (name === 'id' && actors.test(of)) || owners.test(name) || roles.test(name);
  return isPerson ? `${of}.${name}` : undefined;
}

/** Tells which person or role a comparison is about; one with null or undefined only asks whether there is a person. */
export function comparedPerson({ operator, left, right }: ESTree.BinaryExpression): string | undefined {
  if (!/^[!=]==?$/.test(operator) || [left, right].some(isNothing)) return undefined;
  const person = personIn(left) ?? personIn(right);
  return person && `${person} is compared`;
}

const isNothing = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');

/** Tells whether a condition asks for a suspension: `if (person.is_suspended)`, alone or with other conditions. */
export function askedSuspension(node: Node): string | undefined {
  if (node.type === 'LogicalExpression') return askedSuspension(node.left) ?? askedSuspension(node.right);
  if (node.type === 'UnaryExpression') return askedSuspension(node.argument);
  return lastName(node) === 'is_suspended' ? 'a suspension is asked for' : undefined;
}

/** Tells whether a statement finds a row by its id and its owner, and so decides who may: `.where('id', …).where('user_id', …)`. */
export function decidingWhere(node: ESTree.CallExpression): string | undefined {
  const [own, ...earlier] = wheres(node);
  if (own === undefined) return undefined;
  const decides = (column: string) => owners.test(column) || roles.test(column) || standings.test(column);
  const before = earlier.find(decides);
  // The chain is reported once, at the condition that completes the pair.
  const deciding =
    own === 'id' ? before : earlier.includes('id') && before === undefined && decides(own) ? own : undefined;
  return deciding && `a row is found by its id and ${deciding}`;
}

/** The columns of the chain's `.where('column', '=', …)` up to this call, the last one first; none if it is no such call. */
function wheres({ callee, arguments: given }: ESTree.CallExpression): string[] {
  if (callee.type !== 'MemberExpression') return [];
  const before = callee.object.type === 'CallExpression' ? conditionsBefore(callee.object) : [];
  const [column, operator] = given;
  const isEquality =
    lastName(callee) === 'where' &&
    column?.type === 'Literal' &&
    typeof column.value === 'string' &&
    operator?.type === 'Literal' &&
    operator.value === '=';
  return isEquality ? [column.value.replace(/^\w+\./, ''), ...before] : [];
}

function conditionsBefore(node: ESTree.CallExpression): string[] {
  const own = wheres(node);
  if (own.length > 0) return own;
  const { callee } = node;
  return callee.type === 'MemberExpression' && callee.object.type === 'CallExpression'
    ? conditionsBefore(callee.object)
    : [];
}
