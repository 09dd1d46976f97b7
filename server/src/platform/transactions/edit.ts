import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../errors/app-error.ts';

/** The fields that an edit changes, with their values, as the audit log keeps them. */
type Changes<Thing> = { before: Partial<Thing>; after: Partial<Thing> };

/**
 * Compares an edit with what is stored, which the transaction has locked, before the rule writes it. What is stored already, as when
 * a request is repeated, is no change, whichever version its editor has seen.
 * @param current the thing as it is answered
 * @param wanted its fields as the editor wants them, of the same form as in `current`; what is left out or undefined stays
 * @param seen the version that the editor has seen; without one the edit is made to whatever is there
 * @returns what to write; undefined when nothing changes, so that `current` is the answer
 * @throws AppError version_conflict with `current`
 */
export function beginEdit<Thing extends { version: number }>(
  current: Thing,
  wanted: { [Field in keyof Thing]?: Thing[Field] | undefined },
  seen: number | undefined,
): Changes<Thing> | undefined {
  const changed = (Object.keys(wanted) as (keyof Thing)[]).filter(
    (field) => wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], current[field]),
  );
  if (changed.length === 0) return undefined;
  if (seen !== undefined && seen !== current.version) throw new AppError('version_conflict', undefined, { current });
  const valuesOf = (thing: typeof wanted) =>
    Object.fromEntries(changed.map((field) => [field, thing[field]])) as Partial<Thing>;
  return { before: valuesOf(current), after: valuesOf(wanted) };
}
