import { locate } from './layout.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

type File = { path: string; text: string };

/** The owner of each table or view: a feature, or the platform. */
type Owners = Map<string, string>;

type Use = { line: number; name: string; isWrite: boolean };

/**
 * Each table belongs to the feature, or the platform, whose migration creates it, and each view to the one in whose file of
 * migrations/repeatable/ it stands. Code of another feature reads views and writes nothing. Functions and triggers may use every
 * table: they keep the database consistent.
 */
export function checkTables(sources: Source[], files: File[]): Problem[] {
  const migrations = files.flatMap(({ path, text }) => {
    const owner = /^server\/src\/migrations\/(?:repeatable\/|\d{4}_)([a-z-]+)(?:_\w+)?\.sql$/.exec(path)?.[1];
    return owner === undefined ? [] : [{ path, owner, text: text.replaceAll(/--.*/g, '') }];
  });
  const created = migrations.flatMap(({ path, owner, text }) =>
    namesAfter(/\bcreate (?:unlogged )?table (?:if not exists )?/gi, text).map(({ name }) => ({ path, owner, name })),
  );
  const tables: Owners = new Map(created.toReversed().map(({ name, owner }) => [name, owner]));
  const views: Owners = new Map(
    migrations.flatMap(({ owner, text }) =>
      namesAfter(/\bcreate (?:or replace )?view /gi, text).map(({ name }) => [name, owner]),
    ),
  );

  const refused = (path: string, user: string, uses: Use[]) =>
    uses.flatMap(({ line, name, isWrite }): Problem[] => {
      const owner = tables.get(name) ?? (isWrite ? views.get(name) : undefined);
      if (owner === undefined || owner === user) return [];
      const advice =
        owner === 'platform'
          ? 'ask the platform for it'
          : isWrite
            ? `call a function of its rules.ts`
            : `call a function of its rules.ts, or read a view that it keeps in migrations/repeatable/${owner}.sql`;
      return [{ path, line, message: `uses the table ${name}, which belongs to ${owner}: ${advice}` }];
    });

  return [
    ...twice(created),
    ...sources.flatMap((source) => {
      const { zone, feature, isTest } = locate(source.path) ?? {};
      const user = zone === 'server/platform' ? 'platform' : zone === 'server/feature' ? feature : undefined;
      return user && !isTest ? refused(source.path, user, usesOf(source)) : [];
    }),
    ...migrations.flatMap(({ path, owner, text }) => refused(path, owner, usesOfMigration(path, text))),
  ];
}

const twice = (created: { path: string; name: string }[]): Problem[] =>
  created
    .filter(({ name }, at) => created.findIndex((other) => other.name === name) < at)
    .map(({ path, name }) => ({ path, message: `creates the table ${name} a second time` }));

const usesOf = ({ tables, texts }: Source): Use[] => [
  ...tables.map(({ line, what, isWrite }) => ({ line, name: nameOf(what), isWrite })),
  ...texts.flatMap(({ line, what }) => usesInSql(what).map((use) => ({ ...use, line: line + use.line - 1 }))),
];

/** The name without the alias: `posts` of `posts as p`. */
const nameOf = (table: string) => table.split(' ', 1)[0] ?? table;

const reading = /\b(?:from|join|using|references)\s+(?:only\s+)?/gi;
const writing =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|lock\s+table|alter\s+table|drop\s+table)\s+(?:only\s+)?/gi;

const usesInSql = (text: string): Use[] => [
  ...namesAfter(reading, text).map((use) => ({ ...use, isWrite: false })),
  ...namesAfter(writing, text).map((use) => ({ ...use, isWrite: true })),
];

/** A table refers to others by its foreign keys, and what a numbered file changes is its own; a view reads like a feature. */
function usesOfMigration(path: string, text: string): Use[] {
  if (!path.includes('/repeatable/')) return namesAfter(writing, text).map((use) => ({ ...use, isWrite: true }));
  return [...text.matchAll(/\bcreate (?:or replace )?view [^;]*;/gi)].flatMap((view) =>
    usesInSql(view[0]).map((use) => ({ ...use, line: lineAt(text, view.index) + use.line - 1 })),
  );
}

/** The names after a word, also `b` of `from a x, b y`. */
const namesAfter = (word: RegExp, text: string): { name: string; line: number }[] =>
  [
    ...text.matchAll(new RegExp(String.raw`${word.source}(\w+(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*\w+)*)`, word.flags)),
  ].flatMap(({ 1: list = '', index }) =>
    list.split(/\s*,\s*/).map((item) => ({ name: nameOf(item.trim()), line: lineAt(text, index) })),
  );

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
