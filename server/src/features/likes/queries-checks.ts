import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const likesChecks: Check[] = [
  {
    wrong: 'likes that count and should not, or the other way round',
    rows: sql`
      select l.post_id || ' by ' || l.user_id as key from likes l join displayed_people p on p.id = l.user_id
      where l.visible <> p.visible`,
  },
];
