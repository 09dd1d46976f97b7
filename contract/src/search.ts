import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { line, requiredLine } from './text.ts';

/** The lists that can be searched: the feed, /foods, and the stalls. */
export const searchedLists = ['feed', 'foods', 'warungs'] as const;

/**
 * For a search that found nothing: the nearest spelling that finds something in the same list with the same nagari, as it
 * is written there (D55).
 */
export const suggest_search = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    search_term: requiredLine(limits.foodName),
    list: z._default(z.enum(searchedLists), 'feed'),
    nagari_filter: z._default(line(limits.addressPart), ''),
  }),
  output: z.strictObject({ suggestion: z.nullable(z.string()) }),
  errors: [],
});
