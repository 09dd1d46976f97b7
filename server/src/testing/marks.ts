import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import { readTar } from '../platform/backup/tar.ts';
import type { Db } from '../platform/database/database.ts';
import { backUp, inPieces } from './backups.ts';
import type { TestServer } from './server.ts';

/** The fields in which marks were typed, by the table and column where they were found, and in JSON by the keys. */
export type Found = Record<string, string[]>;

const markPattern = /zq[a-j]{4}qz|0819\d{8}/gi;

/** The fields of a call that take any text, or a list of texts. */
function textFields(schema: z.core.$ZodType): { field: string; isList: boolean }[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([field, shape]) => {
    const kinds = JSON.stringify(shape);
    if (!kinds.includes('"type":"string"') || /"properties"|"enum"|"format":"(?:uuid|date-time)"/.test(kinds))
      return [];
    return [{ field, isList: kinds.includes('"items"') }];
  });
}

/** Makes texts that can be found wherever they are stored, and remembers the field in which each was typed. */
export function createMarks() {
  const typedIn = new Map<string, string>();

  /** Makes a new mark that a field of that name accepts. */
  function mark(where: string, field = ''): string {
    const digits = String(typedIn.size).padStart(4, '0');
    const word = `zq${digits.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}qz`;
    const number = `08190000${digits}`;
    const isNumber = /phone|whatsapp/.test(field);
    typedIn.set(isNumber ? number : word, where);
    if (isNumber) return number;
    if (field.endsWith('email')) return `${word}@lapau.test`;
    return field.endsWith('link_url') ? `https://${word}.example/` : word;
  }

  return {
    mark,
    /**
     * Puts marks into all texts of an input.
     * @param given the fields whose texts must stay as they are, such as a token
     */
    markedInput: (name: string, schema: z.core.$ZodType, input: object, given: readonly string[] = []): object => ({
      ...input,
      ...Object.fromEntries(
        textFields(schema)
          .filter(({ field }) => !given.includes(field))
          .map(({ field, isList }) => {
            const text = mark(`${name}.${field}`, field);
            return [field, isList ? [text, mark(`${name}.${field}`, field)] : text];
          }),
      ),
    }),
    /** The fields in which the marks of a text were typed. */
    fieldsIn: (text: string): string[] =>
      [
        ...new Set((text.match(markPattern) ?? []).map((found) => typedIn.get(found.toLowerCase()) ?? found)),
      ].toSorted(),
  };
}
type Marks = ReturnType<typeof createMarks>;

/** The texts in a JSON value, by their keys; list items have the key of their list. */
const textsIn = (value: unknown, key: string): [key: string, text: string][] => {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => [
    [key, name] as [string, string],
    ...textsIn(inner, Array.isArray(value) ? key : `${key}.${name}`),
  ]);
};

/** Looks for marks in every column of every table, whatever its type and schema. */
export async function findInDatabase(db: Db, marks: Marks): Promise<Found> {
  const columns = await sql<{ schema: string; table: string; column: string; type: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column, a.atttypid::regtype::text as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by 1, 2, a.attnum`.execute(db);
  const found: Found = {};
  for (const { schema, table, column, type } of columns.rows) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;
    const { rows } = await sql<{ value: string }>`
      select ${text} as value from ${sql.table(`${schema}.${table}`)} where ${text} ~* ${markPattern.source}`.execute(
      db,
    );
    const name = `${schema === 'public' ? '' : `${schema}.`}${table}.${column}`;
    for (const { value } of rows) {
      const texts = type.startsWith('json') ? textsIn(JSON.parse(value), name) : [[name, value] as const];
      for (const [place, one] of texts) {
        const fields = marks.fieldsIn(one);
        if (fields.length > 0) found[place] = [...new Set([...(found[place] ?? []), ...fields])].toSorted();
      }
    }
  }
  return found;
}

/** Looks for marks in the names and bytes of all stored files, and of all that is in the data folder but the web app. */
export async function findInFiles({ platform }: TestServer, marks: Marks): Promise<string[]> {
  const texts: string[] = [];
  for (const bucket of ['avatars', 'posts'] as const) {
    for await (const names of platform.files.list(bucket))
      for (const name of names)
        texts.push(name, (await platform.files.read(bucket, name))?.content.toString('latin1') ?? '');
  }
  const { dataFolder } = platform.config;
  for (const entry of await readdir(dataFolder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (file.startsWith(path.join(dataFolder, 'web'))) continue;
    texts.push(file, entry.isFile() ? (await readFile(file)).toString('latin1') : '');
  }
  return marks.fieldsIn(texts.join('\n'));
}

/** Looks for marks in all entries of a backup that is made now. */
export async function findInBackup({ databaseUrl, platform }: TestServer, marks: Marks): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name, bytes } of readTar(inPieces(await backUp({ databaseUrl, files: platform.files }))))
    texts.push(name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'));
  return marks.fieldsIn(texts.join('\n'));
}
