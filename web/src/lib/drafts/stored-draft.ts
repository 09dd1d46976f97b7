/**
 * Raised when a field of any draft changes its meaning; adding or removing one needs no new version.
 */
export const draftVersion = 2;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A stored draft, or null when it was written by another version of its form. */
export const ofThisVersion = (stored: unknown): Record<string, unknown> | null =>
  isRecord(stored) && stored.version === draftVersion ? stored : null;

/** Stored texts merged with blank ones: those that are missing are blank, those that are unknown are left out. */
export function mergeTexts<Texts extends Record<string, string>>(blank: Texts, stored: unknown): Texts {
  const known = Object.entries(isRecord(stored) ? stored : {}).filter(
    ([name, text]) => name in blank && typeof text === 'string',
  );
  return { ...blank, ...Object.fromEntries(known) };
}
