import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const commentsChecks: Check[] = [
  {
    wrong: 'comments that show and should not, or the other way round',
    rows: sql`
      select c.id as key from post_comments c
      join displayed_people p on p.id = c.user_id
      left join post_comments parent on parent.id = c.parent_id
      where c.visible <> (not c.is_removed and p.visible and coalesce(parent.visible, true))`,
  },
];
