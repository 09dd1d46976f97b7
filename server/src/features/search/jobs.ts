import type { NightlyTask } from '../../platform/nightly.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteUnusedWords } from './queries.ts';

/** Deletes the words of deleted posts and renamed stalls. */
export const unusedSearchWords = ({ transaction }: Pick<Platform, 'transaction'>): NightlyTask => ({
  name: 'unused search words',
  run: () => transaction(({ db }) => deleteUnusedWords(db)),
});
