import { randomBytes } from 'node:crypto';

/** A name that no other story uses: all stories of a worker share one database. */
export const unique = (word: string): string => `${word} ${randomBytes(3).toString('hex')}`;
