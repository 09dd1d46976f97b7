import type { NightlyTask } from '../../platform/workers/nightly.ts';
import { deleteUnusedWords } from './queries.ts';

/** Deletes the words of deleted posts and renamed stalls. */
export const unusedSearchWords: NightlyTask = {
  name: 'unused search words',
  run: ({ transaction }) => transaction(({ db }) => deleteUnusedWords(db)),
};
