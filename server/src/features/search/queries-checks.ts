import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const searchChecks: Check[] = [
  {
    wrong: 'words of dishes and stalls by which no search finds them',
    rows: sql`
      select word as key from (
        select distinct word collate "C" as word from all_posts, search_words_of(search_text) as word
        union select word collate "C" from all_stalls, search_words_of(plain_words(name)) as word
      ) as used
      where not exists (select from search_words where search_words.word = used.word)`,
  },
];
