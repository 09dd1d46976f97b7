declare const unknown: unique symbol;

/**
 * A value that only a later release knows: two releases share a database, and a page may be older than its server (D102). It is a
 * text, but none for the compiler, so that nobody shows it, compares it with others or takes it for a known one.
 */
export type UnknownValue = { readonly [unknown]: true };

/**
 * A value of an enumeration as it is read: in what the server sends, and in the columns of the database. A table with an entry for
 * each known value cannot be indexed with it, so that whoever shows it says what stands for an unknown one.
 */
export type Read<Known extends string> = Known | UnknownValue;

/** What a table has for a value; undefined where it has nothing, as for a value that this release does not know. */
export const ofKnown = <Known extends string, Entry>(
  table: { readonly [Value in Known]?: Entry },
  value: Read<NoInfer<Known>>,
): Entry | undefined => (Object.hasOwn(table, value as Known) ? table[value as Known] : undefined);

/** The name of a value, as badges, lists and files have it. */
export const nameOf = <Known extends string>(
  names: Readonly<Record<Known, string>>,
  value: Read<NoInfer<Known>>,
): string => ofKnown(names, value) ?? 'Lainnya';
