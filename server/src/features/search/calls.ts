import type { FeedPost } from '@lapau/contract/posts';
import { costs, spend } from '../../platform/http/costs.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import { addJsonFields, joinJsonList, JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Json } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { addReaderState } from '../posts/rules.ts';
import { findAllSpellings } from './queries.ts';
import { addSpellings, deleteSpellings } from './rules-spellings.ts';
import { createSearch } from './rules.ts';

type SearchCalls = 'search_posts' | 'search_warungs' | 'get_spellings' | 'add_spellings' | 'delete_spellings';

export function searchCalls(platform: Platform): Handlers<SearchCalls> {
  const search = createSearch(platform);
  return {
    search_posts: async ({ input, actor, http }) => {
      await spend(platform.limits, { request: http.request, memberId: actor.id, units: costs.nearSearch });
      const { name, rows } = await search.posts(input);
      const posts = joinJsonList(await addReaderState(platform.database, actor.id, rows));
      return new JsonAnswer<'search_posts'>(
        addJsonFields(`{"posts":${posts}}` as Json<{ posts: FeedPost[] }>, { name }),
      );
    },
    search_warungs: async ({ input, actor, http }) => {
      await spend(platform.limits, { request: http.request, memberId: actor.id, units: costs.nearSearch });
      const { name, rows: warungs } = await search.warungs(input);
      return { name, warungs };
    },
    get_spellings: () => findAllSpellings(platform.database.db),
    add_spellings: ({ input, actor }) => platform.transaction((tx) => addSpellings(tx, actor, input)),
    delete_spellings: async ({ input, actor }) => {
      await platform.transaction((tx) => deleteSpellings(tx, actor, input.spellings_id));
      return { deleted: true };
    },
  };
}
