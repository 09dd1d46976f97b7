import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const notificationsChecks: Check[] = [
  {
    wrong: 'notifications of which nothing is left that they tell of',
    rows: sql`
      select id as key from notifications n
      where content is null and type <> 'new_message'
        and not exists (select from notification_sources where notification_id = n.id)`,
  },
];
