import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { id, line, requiredLine } from './text.ts';

/** The lists that can be searched: the feed, /foods, and the stalls. */
const searchedLists = ['feed', 'foods', 'warungs'] as const;

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

/** How many words a spelling has at most. */
export const spellingWords = 2;

const alike = { name: 'Ejaan' };

/** A word or a phrase as searches are compared: in small letters, with one space between two words. */
const spellingText = requiredLine(limits.spelling, alike).check(
  z.overwrite((value) => value.toLowerCase().split(/\s+/).join(' ')),
  z.refine((value) => value.split(' ').length <= spellingWords, { error: 'Ejaan paling banyak dua kata.' }),
);

/** Spellings that people mix, or names of one food: whoever searches for one of them is offered the others (D55). */
export const spellingsAlike = z.array(spellingText).check(
  z.overwrite((values) => [...new Set(values)]),
  z.minLength(2, { error: 'Tulis paling sedikit dua ejaan.' }),
  z.maxLength(limits.spellingsAlike, { error: `Ejaan paling banyak ${limits.spellingsAlike}.` }),
);

const spellings = z.strictObject({ id, alike: z.array(z.string()) });
export type Spellings = z.infer<typeof spellings>;

/** All of them, by their first spelling. */
export const get_spellings = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({}),
  output: z.array(spellings),
  errors: [],
});

/** Adds what people mix; searches use it at once. The same ones again are answered with those that are there. */
export const add_spellings = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ alike: spellingsAlike }),
  output: spellings,
  errors: ['spellings_exist', 'too_many_spellings'],
});

/** No error if they are gone already. */
export const delete_spellings = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ spellings_id: id }),
  output: z.strictObject({ deleted: z.literal(true) }),
  errors: [],
});
