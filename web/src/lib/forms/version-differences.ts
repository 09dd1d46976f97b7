import { cleanText } from '@lapau/contract/typed-text';

/** A field as a person reads it: a text, or photos by their URLs. */
type Shown = string | string[];

/** A field that was changed here and on another device: the text that is typed here, and the one that is stored. */
export type Difference = { label: string; mine: Shown; theirs: Shown };

type Comparison<Name> = {
  /** The fields that only another device has changed. */
  taken: Name[];
  /** The fields that were also changed here, to other texts, with both texts. */
  disputed: Name[];
  differences: Difference[];
};

/**
 * Compares the typed and the stored version with the version that both started from.
 * @param labels the fields, in the order in which they are shown
 */
export function compareVersions<Name extends string>(
  labels: Record<Name, string>,
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Record<NoInfer<Name>, Shown>>,
): Comparison<Name> {
  const differ = (one: Shown, other: Shown) => cleanText(String(one)) !== cleanText(String(other));
  const open = (Object.keys(labels) as Name[]).filter((name) => differ(mine[name], theirs[name]));
  const taken = open.filter((name) => !differ(mine[name], base[name]));
  const disputed = open.filter((name) => differ(mine[name], base[name]) && differ(theirs[name], base[name]));
  const differences = disputed.map((name) => ({ label: labels[name], mine: mine[name], theirs: theirs[name] }));
  return { taken, disputed, differences };
}

/** Some of a thing's fields. */
export const pickFields = <Thing extends object>(thing: Thing, names: readonly string[]): Partial<Thing> =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => names.includes(name))) as Partial<Thing>;
