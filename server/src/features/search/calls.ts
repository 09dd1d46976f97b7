import { costs, spend } from '../../platform/http/budget.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { suggestSearch } from './rules.ts';

export const searchCalls = (platform: Platform): Handlers<'suggest_search'> => ({
  suggest_search: async ({ input, actor, http }) => {
    spend(platform.budget, http, actor.id, costs.suggestion);
    return { suggestion: await suggestSearch(platform.database, input) };
  },
});
