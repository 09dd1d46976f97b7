import type { ParsedInput } from '@lapau/contract/calls';
import type { Before } from '@lapau/contract/text';
import type { Warung } from '@lapau/contract/warungs';
import { cacheUntilSignal } from '../../platform/cache.ts';
import type { Database } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Sought } from '../../platform/words.ts';
import { findNearPage } from '../feed/rules.ts';
import { parseShared } from '../posts/rules.ts';
import type { SharedPost } from '../posts/rules.ts';
import { findWarungPage } from '../warungs/rules.ts';
import { findNearWords, findSpellings, findWordsInUse } from './queries.ts';
import { foundIn, meaningsOf, readingsOf, sortSpellings, soughtWords, splitTerm } from './rules-terms.ts';
import type { Spellings } from './rules-terms.ts';

/** Rows, and what they were found by, as the first of them has it: null without any. */
type Found<Row> = { name: string | null; rows: Row[] };

type Page = { before?: Before | undefined; limit: number };

export type Search = {
  /** A page of the posts that a search may have meant in which get_feed finds nothing, newest first. */
  posts: (input: ParsedInput<'search_posts'>) => Promise<Found<SharedPost>>;
  /** The same for stalls by their names. */
  warungs: (input: ParsedInput<'search_warungs'>) => Promise<Found<Warung>>;
};

/** The near search. The spellings that people mix are cached in this process until an admin changes them. */
export function createSearch(platform: Platform): Search {
  const { database } = platform;
  const cacheSpellings = cacheUntilSignal<Spellings>(
    platform,
    'spellings',
    ({ signal }) => signal.type === 'spellings_changed',
    1,
  );
  const spellings = () => cacheSpellings('', async () => sortSpellings(await findSpellings(database)));
  return {
    posts: async ({ search_term, before, limit, ...filter }) => {
      // Dishes that are called so, before all those of a stall that is.
      const finders = [true, false].map(
        (inDish) => (words: Sought[], page: Page) => findNearPage(database, { ...filter, ...page, words, inDish }),
      );
      const possible = await readings(database, search_term, await spellings());
      const { reading, rows } = await findClosest(possible, { before, limit }, finders);
      const [first] = rows.slice(0, 1).map(parseShared);
      return { name: first ? foundIn(`${first.foodName} ${first.warungName ?? ''}`, reading) : null, rows };
    },
    warungs: async ({ search_term, before, limit }) => {
      const possible = await readings(database, search_term, await spellings());
      const { reading, rows } = await findClosest(possible, { before, limit }, [
        (words, page) => findWarungPage(database, { ...page, search_term: '', words }),
      ]);
      return { name: rows[0] ? foundIn(rows[0].name, reading) : null, rows };
    },
  };
}

/**
 * A page of what the closest reading of a search finds anything by: the same for every page.
 * @param finders tried for each reading, until one finds anything
 */
async function findClosest<Row>(
  possible: Sought[][],
  page: Page,
  finders: ((words: Sought[], page: Page) => Promise<Row[]>)[],
): Promise<{ reading: Sought[]; rows: Row[] }> {
  for (const reading of possible) {
    for (const find of finders) {
      const rows = await find(reading, page);
      const isEnd = rows.length === 0 && page.before && (await find(reading, { limit: 1 })).length > 0;
      if (rows.length > 0 || isEnd) return { reading, rows };
    }
  }
  return { reading: [], rows: [] };
}

/** What a search may have meant, the closest first. */
async function readings(database: Database, searchTerm: string, spellings: Spellings): Promise<Sought[][]> {
  const words = soughtWords(searchTerm);
  const nearWords = await findNearWords(database, words);
  const splits = splitTerm(words, spellings);
  const meanings = new Map(splits.flat().map((typed) => [typed, meaningsOf(typed, spellings, nearWords)]));
  const possible = [...meanings.values()].flatMap(({ same, near }) => [...same, ...near]);
  const inUse = await findWordsInUse(
    database,
    possible.flatMap((phrase) => phrase.split(' ')),
  );
  return readingsOf(splits, meanings, inUse);
}
