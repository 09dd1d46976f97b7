/** A field that another device has changed: what is typed here, and what is stored. */
export type Difference = { label: string; mine: string; theirs: string };

/** The fields that differ between what is typed here and what is stored, in the order of their labels (D70). */
export const differencesBetween = <Name extends string>(
  labels: Record<Name, string>,
  mine: Record<Name, string>,
  theirs: Record<Name, string>,
): Difference[] =>
  (Object.keys(labels) as Name[])
    .filter((name) => mine[name].trim() !== theirs[name])
    .map((name) => ({ label: labels[name], mine: mine[name], theirs: theirs[name] }));
