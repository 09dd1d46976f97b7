/** The pattern with which LIKE finds the texts that contain the term; `%` and `_` in it are literal. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
