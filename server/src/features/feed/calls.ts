import { costs, isShortSearch, spend } from '../../platform/http/costs.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { createFeed } from './rules.ts';

export const feedCalls = (platform: Platform): Handlers<'get_feed' | 'get_unique_nagari_options'> => {
  const feed = createFeed(platform);
  return {
    get_feed: async ({ input, actor, http }) => {
      if (isShortSearch(input.search_term))
        await spend(platform.limits, { request: http.request, memberId: actor.id, units: costs.shortSearch });
      return feed.page(actor.id, input);
    },
    get_unique_nagari_options: () => feed.nagariOptions(),
  };
};
