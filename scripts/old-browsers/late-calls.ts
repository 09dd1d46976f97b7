import { Visitor } from 'vite';
import type { ESTree } from 'vite';
import { firstVersions, isLate, oldestChromium } from './late.ts';

/** The version that a method or property came with, on whichever interface of the browser or the language it came first. */
const members = new Map<string, number>();
/** Lists the members of the browser's interfaces; `lib` in web/tsconfig.json holds what the language has. */
const ofBrowsers = new Set<string>();
for (const [key, version] of firstVersions) {
  const [, area, name] = /^(api|javascript\.builtins)\.\w+\.(\w+?)(?:_static)?$/.exec(key) ?? [];
  if (!name) continue;
  members.set(name, Math.min(version, members.get(name) ?? Infinity));
  if (area === 'api') ofBrowsers.add(name);
}

/** Only names of several words count: an object of our own may have a member of one word, and the syntax does not tell whose it is. */
const isLateMember = (name: string): boolean =>
  /[a-z][A-Z]/.test(name) && ofBrowsers.has(name) && (members.get(name) ?? 0) > oldestChromium;

/** Attributes that a browser may lack: nothing is lost without them, or styles.css of the web replaces them. */
const spared = new Set(['autocorrect', 'fetchpriority', 'inert', 'popover']);

/** Finds what a file uses although the oldest Chromium in use lacks it, without asking whether it is there (`?.()`, `typeof`, `in`). */
export function lateCalls(program: ESTree.Program): { start: number; what: string }[] {
  const uses: { start: number; what: string; name: string }[] = [];
  const asked = new Set<string>();
  const add = (node: { start: number }, name: string, what: string) => uses.push({ start: node.start, name, what });

  new Visitor({
    MemberExpression: (node) => {
      const name = lastName(node);
      const owner = node.object.type === 'Identifier' ? node.object.name : '';
      if (isLateMember(name) || isLate(`api.${owner}.${name}_static`)) add(node, name, `.${name}`);
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && isLate(`api.${callee.name}`)) add(callee, callee.name, `new ${callee.name}`);
    },
    CallExpression: ({ callee, optional, arguments: given }) => {
      if (callee.type === 'Identifier' && isLate(`api.${callee.name}`)) add(callee, callee.name, `${callee.name}()`);
      if (lastName(callee) === 'matchMedia' && given.some(isRange)) add(callee, '', 'a range in matchMedia()');
      if (optional && callee.type === 'MemberExpression') asked.add(lastName(callee));
    },
    UnaryExpression: ({ operator, argument }) => {
      if (operator !== 'typeof') return;
      if (argument.type === 'MemberExpression') asked.add(lastName(argument));
      if (argument.type === 'Identifier') asked.add(argument.name);
    },
    BinaryExpression: ({ operator, left }) => {
      if (operator === 'in' && left.type === 'Literal') asked.add(String(left.value));
    },
    JSXOpeningElement: ({ name: element, attributes }) => {
      if (element.type !== 'JSXIdentifier') return;
      if (isLate(`html.elements.${element.name}`)) add(element, '', `<${element.name}>`);
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
        const name = attribute.name.name.toLowerCase();
        const isLateHere = ['global_attributes', `elements.${element.name}`].some((of) => isLate(`html.${of}.${name}`));
        if (isLateHere && !spared.has(name)) add(attribute, '', `the attribute ${name}`);
      }
    },
    Literal: (node) => {
      if ('regex' in node && node.regex.flags.includes('v')) add(node, '', 'the flag v');
    },
  }).visit(program);
  return uses.filter(({ name }) => !asked.has(name));
}

const lastName = (node: ESTree.Expression | ESTree.Super): string =>
  node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed
      ? node.property.name
      : '';

const isRange = (node: ESTree.Argument): boolean => node.type === 'Literal' && /[<>]/.test(String(node.value));
