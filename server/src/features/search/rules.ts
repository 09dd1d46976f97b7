import type { ParsedInput } from '@lapau/contract/calls';
import { spellingWords } from '@lapau/contract/search';
import type { Database } from '../../platform/database.ts';
import { findFirstPostName } from '../feed/rules.ts';
import { findFirstWarungName } from '../warungs/rules.ts';
import { findNearWords, findSpellings } from './queries.ts';
import { possibleTerms } from './rules-terms.ts';

/** Words beyond these are ignored. */
const maxWords = 6;
/**
 * The nearest spelling of a term that finds something in the list: of those that people mix, and of words that are near
 * (D55). Each is searched for as a tap on the offer would, so nothing hidden is ever offered (D11).
 * @returns it as the post or stall has it, or null
 */
export async function suggestSearch(
  database: Database,
  { search_term, list, nagari_filter }: ParsedInput<'suggest_search'>,
): Promise<string | null> {
  const words = search_term.toLowerCase().split(/\s+/).slice(0, maxWords);
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: spellingWords }, (_each, more) => words.slice(from, from + more + 1).join(' ')),
  );
  // Of one or two letters nearly every word is near.
  const comparable = words.filter((word) => word.length > 2);
  const [spellings, nearWords] = await Promise.all([
    findSpellings(database, phrases),
    findNearWords(database, comparable),
  ]);
  for (const term of possibleTerms(words, [...nearWords, ...spellings], spellingWords)) {
    const name = await findFirstName(database, { search_term: term, list, nagari_filter });
    if (name !== undefined) return asWrittenIn(name, term);
  }
  return null;
}

/** What the first post or stall that a search finds is found by, or undefined. */
function findFirstName(
  database: Database,
  { search_term, list, nagari_filter }: ParsedInput<'suggest_search'>,
): Promise<string | undefined> {
  if (list === 'warungs') return findFirstWarungName(database, search_term);
  const isFoods = list === 'foods';
  return findFirstPostName(database, {
    search_term,
    nagari_filter,
    include_admin_posts: !isFoods,
    only_open: isFoods,
  });
}

function asWrittenIn(name: string, term: string): string {
  const at = name.toLowerCase().indexOf(term);
  return at < 0 ? term : name.slice(at, at + term.length);
}
