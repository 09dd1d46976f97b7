import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const authChecks: Check[] = [
  {
    wrong: 'people of whom it is not noted since when they are admins, or who are none',
    rows: sql`select id as key from profiles where (role = 'admin') <> (admin_since is not null)`,
  },
];
