import { parseSync, Visitor } from 'vite';
import type { ESTree } from 'vite';
import { lateCalls } from '../old-browsers/late-calls.ts';
import { looseTexts } from './jsx-texts.ts';
import { askedSuspension, comparedPerson, lastName, decidingWhere } from './syntax.ts';

/** One `import`, `export … from`, `import()` or `import('…').Type`. */
export type Import = { specifier: string; line: number; isType: boolean };

/** A line of the text and what was found there. */
export type Spot = { line: number; what: string };

/** What the rules need to know of one code file. */
export type Source = {
  path: string;
  lines: number;
  imports: Import[];
  /** Whether the file declares nothing and only passes on what other files export. */
  isBarrel: boolean;
  /** Uses of the database: kysely's builders, `sql` templates, pool queries. */
  sql: Spot[];
  /** Tables named to kysely's builders, or as the property `table` of what describes columns and rows. */
  tables: (Spot & { isWrite: boolean })[];
  /** Strings and pieces of templates, which may be SQL. */
  texts: Spot[];
  /** Texts in JSX that a translated page takes from React. */
  looseTexts: Spot[];
  /** Uses of the browser's own network calls. */
  network: Spot[];
  /** Uses of what the oldest browser in use lacks. */
  lateCalls: Spot[];
  /** Comparisons of the person who acts with the owner of something, or of somebody's role. */
  permissions: Spot[];
  /** Why the file could not be read as TypeScript. */
  error: string | null;
};

const builders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const readers = new Set([
  'selectFrom',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'table',
]);
const raw = new Set(['query', 'executeQuery']);
const connections = /^(pool|client|connection|pg|db|database|trx|tx|transaction)$/i;
const networkGlobals = new Set(['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'sendBeacon']);

/** Reads one file. `path` is relative to the repository, with forward slashes. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  const line = (node: { start: number }) => text.slice(0, node.start).split('\n').length;
  const source: Source = {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [],
    isBarrel: isBarrel(program),
    sql: [],
    tables: [],
    texts: [],
    looseTexts: [],
    network: [],
    lateCalls: lateCalls(program).map((node) => ({ line: line(node), what: node.what })),
    permissions: [],
    error: errors[0]?.message ?? null,
  };
  const addImport = (node: { start: number }, specifier: string, isType: boolean) =>
    source.imports.push({ specifier, line: line(node), isType });
  const addCall = (callee: ESTree.Expression | ESTree.Super) => {
    const name = lastName(callee);
    const at = line(callee);
    if (networkGlobals.has(name)) source.network.push({ line: at, what: name });
    if (callee.type !== 'MemberExpression') return;
    if (builders.has(name) || (raw.has(name) && connections.test(lastName(callee.object)))) {
      source.sql.push({ line: at, what: `.${name}()` });
    }
  };

  const addPermission = (node: { start: number }, what: string | undefined) => {
    if (what !== undefined) source.permissions.push({ line: line(node), what });
  };
  const addTables = (argument: ESTree.Argument | undefined, isWrite: boolean) => {
    const items = argument?.type === 'ArrayExpression' ? argument.elements : [argument];
    for (const item of items)
      if (item?.type === 'Literal' && typeof item.value === 'string')
        source.tables.push({ line: line(item), what: item.value, isWrite });
  };
  const addLooseTexts = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of looseTexts(node)) {
      const what = text.slice(child.start, child.end).trim();
      source.looseTexts.push({ line: line({ start: text.indexOf(what, child.start) }), what });
    }
  };
  const addText = (node: { start: number }, what: string) => source.texts.push({ line: line(node), what });

  new Visitor({
    ImportDeclaration: (node) => addImport(node, node.source.value, isTypeOnly(node)),
    ExportAllDeclaration: (node) => addImport(node, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) addImport(node, node.source.value, node.exportKind === 'type');
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') addImport(node, String(node.source.value), false);
    },
    TSImportType: (node) => addImport(node, node.source.value, true),
    CallExpression: (node) => {
      const { callee, arguments: args } = node;
      addCall(callee);
      const name = lastName(callee);
      addPermission(node, name === 'isAdmin' ? 'isAdmin() is asked' : decidingWhere(node));
      if (name === 'deleteBatch') addTables(args[1], true);
      if (readers.has(name) || builders.has(name)) addTables(args[0], name !== 'selectFrom' && builders.has(name));
    },
    BinaryExpression: (node) => addPermission(node, comparedPerson(node)),
    IfStatement: (node) => addPermission(node, askedSuspension(node.test)),
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'table' && value.type === 'Literal') addTables(value, true);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') addText(node, node.value);
    },
    JSXElement: addLooseTexts,
    JSXFragment: addLooseTexts,
    TemplateElement: (node) => addText(node, node.value.raw),
    NewExpression: (node) => addCall(node.callee),
    TaggedTemplateExpression: (node) => {
      if (lastName(node.tag) === 'sql') source.sql.push({ line: line(node), what: 'sql`…`' });
    },
  }).visit(program);
  return source;
}

function isTypeOnly(node: ESTree.ImportDeclaration): boolean {
  if (node.importKind === 'type') return true;
  const names = node.specifiers;
  return names.length > 0 && names.every((name) => name.type === 'ImportSpecifier' && name.importKind === 'type');
}

/** Re-exports in one step (`export … from`) or in two (`import` and `export { … }`). */
function isBarrel({ body }: ESTree.Program): boolean {
  const passesOn = (node: ESTree.Program['body'][number]) =>
    node.type === 'ExportAllDeclaration' ||
    (node.type === 'ExportNamedDeclaration' && node.declaration === null && node.specifiers.length > 0);
  return body.some(passesOn) && body.every((node) => passesOn(node) || node.type === 'ImportDeclaration');
}
