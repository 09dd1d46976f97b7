import type { Spellings } from '@lapau/contract/search';
import { sql } from 'kysely';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { wordsOf } from '../../platform/text/words.ts';

/** The rows of spellings that people mix, each spelling as its words. */
export async function findSpellings(database: Database): Promise<string[][]> {
  const rows = await database.query<{ alike: string[] }>('select alike from spellings', []);
  return rows.map(({ alike }) => alike.map((spelling) => wordsOf(spelling).join(' ')));
}

/**
 * Finds the words in use that are nearest to each typed one, with a trigram word similarity of 0.4 or more (D55). The operator takes
 * this threshold from the connection's settings (platform/database/database.ts).
 */
export const nearWordsStatement = (words: string[]): { text: string; values: unknown[] } => ({
  text: `select distinct near.word
     from unnest($1::text[]) typed
     cross join lateral (
       select word from search_words where word %> typed order by similarity(typed, word) desc, word limit 20
     ) near`,
  values: [words],
});

export async function findNearWords(database: Database, words: string[]): Promise<string[]> {
  const { text, values } = nearWordsStatement(words);
  return (await database.query<{ word: string }>(text, values)).map(({ word }) => word);
}

/** Finds those of the words that are in use, with true, or that only begin a word in use, with false. */
export async function findWordsInUse(database: Database, words: string[]): Promise<Map<string, boolean>> {
  const rows = await database.query<{ typed: string; is_word: boolean }>(
    `select typed, exists (select from search_words where word = typed) as is_word
     from unnest($1::text[]) typed
     where exists (select from search_words where word >= typed and word < typed || chr(1114111))`,
    [words],
  );
  return new Map(rows.map(({ typed, is_word }) => [typed, is_word]));
}

/** Deletes the words that no post and no stall has any longer. */
export async function deleteUnusedWords(db: DbTransaction): Promise<void> {
  await sql`select delete_unused_search_words()`.execute(db);
}

export const findAllSpellings = (db: Db): Promise<Spellings[]> =>
  db.selectFrom('spellings').select(['id', 'alike']).orderBy('alike').orderBy('id').execute();

/** Finds a row that has all of these spellings, and the fewest others. */
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

/** @returns the deleted row; undefined when it was gone */
export const deleteSpellingsRow = (db: Db, id: string): Promise<Spellings | undefined> =>
  db.deleteFrom('spellings').where('id', '=', id).returning(['id', 'alike']).executeTakeFirst();
