import { costs, spend } from '../../platform/http/budget.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAllSpellings } from './queries.ts';
import { addSpellings, deleteSpellings } from './rules-spellings.ts';
import { suggestSearch } from './rules.ts';

type SearchCalls = 'suggest_search' | 'get_spellings' | 'add_spellings' | 'delete_spellings';

export const searchCalls = (platform: Platform): Handlers<SearchCalls> => ({
  suggest_search: async ({ input, actor, http }) => {
    spend(platform.budget, http, actor.id, costs.suggestion);
    return { suggestion: await suggestSearch(platform.database, input) };
  },
  get_spellings: () => findAllSpellings(platform.database.db),
  add_spellings: ({ input, actor }) => platform.transaction((tx) => addSpellings(tx, actor, input)),
  delete_spellings: async ({ input, actor }) => {
    await platform.transaction((tx) => deleteSpellings(tx, actor, input.spellings_id));
    return { deleted: true };
  },
});
