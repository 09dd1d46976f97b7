import type { Spellings } from '@lapau/contract/search';
import { sql } from 'kysely';
import type { Database, Db, DbTransaction } from '../../platform/database.ts';

/** A word or phrase that was typed, and what may have been meant. */
export type Respelling = {
  typed: string;
  meant: string;
  /** From 0.4 to 1, which is the same word. */
  similarity: number;
};

/** Other spellings of these words and phrases whose words are all in use (spellings_alike). */
export const findSpellings = (database: Database, phrases: string[]): Promise<Respelling[]> =>
  database.query<Respelling>(
    `select typed, meant, 1 as similarity
     from unnest($1::text[]) typed
     join spellings on alike @> array[typed]
     cross join unnest(alike) with ordinality other (meant, position)
     where meant <> typed
       and not exists (
         select from string_to_table(meant, ' ') part where not exists (select from search_words where word = part)
       )
     order by typed, position`,
    [phrases],
  );

/**
 * The three words in use that are nearest to each typed one: trigram word similarity of 0.4 or more (D55), which the
 * operator takes from the connection's settings (platform/database.ts). A longer word that contains the typed one is as near
 * as the word itself: similarity decides.
 */
export const nearWordsStatement = (words: string[]): { text: string; values: unknown[] } => ({
  text: `select typed, near.word as meant, near.similarity
     from unnest($1::text[]) typed
     cross join lateral (
       select word, similarity(typed, word) from search_words
       where word %> typed
       order by similarity desc, word limit 3
     ) near
     order by typed, near.similarity desc, near.word`,
  values: [words],
});

export function findNearWords(database: Database, words: string[]): Promise<Respelling[]> {
  const { text, values } = nearWordsStatement(words);
  return database.query<Respelling>(text, values);
}

/** Deletes the words that no post and no stall has any longer. */
export async function deleteUnusedWords(db: DbTransaction): Promise<void> {
  // A post that is being made with such a word is waited for: adding its words has locked the table in a weaker mode.
  await sql`lock table search_words in share row exclusive mode`.execute(db);
  await sql`
    delete from search_words where word in (
      select word from search_words
      except select word from posts, string_to_table(search_text, ' ') word
      except select word from warungs, string_to_table(lower(name), ' ') word
    )`.execute(db);
}

export const findAllSpellings = (db: Db): Promise<Spellings[]> =>
  db.selectFrom('spellings').select(['id', 'alike']).orderBy('alike').orderBy('id').execute();

/** A row that has all of them, the one with the fewest others first. */
export const findSpellingsWith = (db: Db, alike: string[]): Promise<Spellings | undefined> =>
  db
    .selectFrom('spellings')
    .select(['id', 'alike'])
    .where('alike', '@>', sql<string[]>`${alike}::text[]`)
    .orderBy(sql`cardinality(alike)`)
    .limit(1)
    .executeTakeFirst();

export const countSpellings = async (db: Db): Promise<number> =>
  (await db.selectFrom('spellings').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;

export const insertSpellings = (db: Db, alike: string[]): Promise<Spellings> =>
  db.insertInto('spellings').values({ alike }).returning(['id', 'alike']).executeTakeFirstOrThrow();

/** @returns what they were, undefined when they were gone */
export const deleteSpellingsRow = (db: Db, id: string): Promise<Spellings | undefined> =>
  db.deleteFrom('spellings').where('id', '=', id).returning(['id', 'alike']).executeTakeFirst();
