import * as z from 'zod/mini';
import { call } from './call.ts';
import { get_feed } from './feed.ts';
import { limits } from './limits.ts';
import { feedPost } from './posts.ts';
import { id, requiredLine } from './text.ts';
import { list_warungs, warung } from './warungs.ts';

/** The words that were found, as the first row of the list writes them ('Randang' for rendang); null when nothing was found. */
const name = z.nullable(z.string());

/**
 * Answers a search in which get_feed finds nothing, with the same input: posts whose dish and stall have the words in any order, by
 * their beginnings, or nearly, or as many of the words as any post has. The newest come first, a page at a time.
 */
export const search_posts = call({
  access: 'member',
  writes: false,
  input: z.extend(get_feed.input, { search_term: requiredLine(limits.foodName) }),
  output: z.strictObject({ name, posts: z.array(feedPost) }),
  errors: [],
});

/** Answers a search in which list_warungs finds nothing with stalls whose names are near. */
export const search_warungs = call({
  access: 'member',
  writes: false,
  input: z.extend(list_warungs.input, { search_term: requiredLine(limits.name) }),
  output: z.strictObject({ name, warungs: z.array(warung) }),
  errors: [],
});

/** How many words a spelling has at most. */
const spellingWords = 2;

const alike = { name: 'Ejaan' };

/** A word or a phrase as searches are compared: in small letters, with one space between two words. */
const spellingText = requiredLine(limits.spelling, alike).check(
  z.overwrite((value) => value.toLowerCase().split(/\s+/).join(' ')),
  z.refine((value) => value.split(' ').length <= spellingWords, { error: 'Ejaan paling banyak dua kata.' }),
);

/** Spellings that people mix, or names of one food: whoever searches for one of them finds the others. */
export const spellingsAlike = z.array(spellingText).check(
  z.overwrite((values) => [...new Set(values)]),
  z.minLength(2, { error: 'Tulis paling sedikit dua ejaan.' }),
  z.maxLength(limits.spellingsAlike, { error: `Ejaan paling banyak ${limits.spellingsAlike}.` }),
);

const spellings = z.strictObject({ id, alike: z.array(z.string()) });
export type Spellings = z.infer<typeof spellings>;

/** All rows of spellings, ordered by the first spelling. */
export const get_spellings = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({}),
  output: z.array(spellings),
  errors: [],
});

/** Adds spellings that people mix; searches use them at once. The same row again is answered with the stored one. */
export const add_spellings = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ alike: spellingsAlike }),
  output: spellings,
  errors: ['spellings_exist', 'too_many_spellings'],
});

/** Deletes a row of spellings; no error if it is gone already. */
export const delete_spellings = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ spellings_id: id }),
  output: z.strictObject({ deleted: z.literal(true) }),
  errors: [],
});
