declare const unknown: unique symbol;

/**
 * A value that only a later release knows: two releases share a database, and a page may be older than its server (D102). It is a
 * text, but the compiler does not know that, so that no code shows it, compares it with others or takes it for a known value.
 */
export type UnknownValue = { readonly [unknown]: true };

/**
 * A value of an enumeration as it is read from the server's answers and from the columns of the database. A table with an entry for
 * each known value cannot be indexed with it, so that code that shows it has to say what stands for an unknown value.
 */
export type Read<Known extends string> = Known | UnknownValue;

/** The entry that a table has for a value; undefined if it has none, as for a value that this release does not know. */
export const ofKnown = <Known extends string, Entry>(
  table: { readonly [Value in Known]?: Entry },
  value: Read<NoInfer<Known>>,
): Entry | undefined => (Object.hasOwn(table, value as Known) ? table[value as Known] : undefined);

/** The name of a value in badges, lists and files. */
export const nameOf = <Known extends string>(
  names: Readonly<Record<Known, string>>,
  value: Read<NoInfer<Known>>,
): string => ofKnown(names, value) ?? 'Lainnya';
