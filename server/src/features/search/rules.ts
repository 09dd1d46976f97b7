import type { ParsedInput } from '@lapau/contract/calls';
import type { Before } from '@lapau/contract/text';
import type { Warung } from '@lapau/contract/warungs';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { cacheUntilSignal } from '../../platform/signals/cache.ts';
import type { Combination, Sought } from '../../platform/text/words.ts';
import { findCombinations, findNearPage } from '../feed/rules.ts';
import { parseShared } from '../posts/rules.ts';
import type { SharedPost } from '../posts/rules.ts';
import { findNameCombinations, findWarungPage } from '../warungs/rules.ts';
import { findNearWords, findSpellings, findWordsInUse } from './queries.ts';
import { mostTelling } from './rules-telling.ts';
import { foundIn, meaningsOf, readingsOf, sortSpellings, soughtWords, splitTerm } from './rules-terms.ts';
import type { Spellings } from './rules-terms.ts';

/** The found rows, and the words by which they were found, as the first row writes them; null without any row. */
type Found<Row> = { name: string | null; rows: Row[] };

type Page = { before?: Before | undefined; limit: number };

export type Search = {
  /** Finds a page of the posts, newest first, that may have been meant by a search in which get_feed finds nothing. */
  posts: (input: ParsedInput<'search_posts'>) => Promise<Found<SharedPost>>;
  /** Finds stalls whose names are near. */
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
      const { reading, rows } = await findClosest(await readings(database, search_term, await spellings()), {
        // Dishes that have the words in their name come before all dishes of a stall that has them.
        finders: [true, false].map(
          (inDish) => (words, page) => findNearPage(database, { ...filter, ...page, words, inDish }),
        ),
        combinations: (words) => findCombinations(database, { ...filter, limit, words }),
        page: { before, limit },
      });
      const [first] = rows.slice(0, 1).map(parseShared);
      return { name: first ? foundIn(`${first.foodName} ${first.warungName ?? ''}`, reading) : null, rows };
    },
    warungs: async ({ search_term, before, limit }) => {
      const { reading, rows } = await findClosest(await readings(database, search_term, await spellings()), {
        finders: [(words, page) => findWarungPage(database, { ...page, search_term: '', words })],
        combinations: (words) => findNameCombinations(database, words),
        page: { before, limit },
      });
      return { name: rows[0] ? foundIn(rows[0].name, reading) : null, rows };
    },
  };
}

type Sources<Row> = {
  /** Functions that are tried for each reading, until one finds anything. */
  finders: ((words: Sought[], page: Page) => Promise<Row[]>)[];
  /** Counts which of the words the rows have together, on whatever page. */
  combinations: (words: Sought[]) => Promise<Combination[]>;
  page: Page;
};

type Reading<Row> = { reading: Sought[]; rows: Row[] };

/**
 * Finds a page by the words of a search that find anything: all of them, or else the most telling ones that anything has together.
 * These words are the same for every page.
 */
async function findClosest<Row>(readings: Sought[][], sources: Sources<Row>): Promise<Reading<Row>> {
  for (const reading of readings) {
    const found = await findAll(reading, sources);
    if (found) return found;
  }
  // Readings with phrases as one come last, and say more than readings with single words.
  for (const reading of readings.toReversed()) {
    const part = reading.length > 1 && mostTelling(reading, await sources.combinations(reading));
    const found = part && (await findAll(part, sources));
    if (found) return found;
  }
  return { reading: [], rows: [] };
}

/** Finds a page of rows that have all sought words; undefined when no row has. */
async function findAll<Row>(reading: Sought[], { finders, page }: Sources<Row>): Promise<Reading<Row> | undefined> {
  for (const find of finders) {
    const rows = await find(reading, page);
    const isEnd = rows.length === 0 && page.before && (await find(reading, { limit: 1 })).length > 0;
    if (rows.length > 0 || isEnd) return { reading, rows };
  }
  return undefined;
}

/** Finds what a search may have meant, word by word. */
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
