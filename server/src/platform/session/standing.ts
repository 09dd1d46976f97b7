import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import { sql } from 'kysely';
import type { DbTransaction } from '../database/database.ts';

/** What decides whether a person may be signed in. */
export type Standing = { role: Read<Role>; is_removed: boolean; is_suspended: boolean; warung_suspended: boolean };
export type Refusal = 'account_deleted' | 'account_suspended' | 'warung_suspended';

/** Why a person may not be signed in, or undefined. A stall counts for its seller only. */
export function refusalOf(person: Standing): Refusal | undefined {
  if (person.is_removed) return 'account_deleted';
  if (person.is_suspended) return 'account_suspended';
  return person.warung_suspended && person.role === 'penjual' ? 'warung_suspended' : undefined;
}

/**
 * Locks a person's row until the transaction ends, before anything else that changes the person or their sessions (ARCHITECTURE.md,
 * Lock order). Undefined when there is no such person any more.
 */
export const lockPerson = (db: DbTransaction, userId: string) =>
  db
    .selectFrom('all_people')
    .where('id', '=', userId)
    .select(['id', 'role', 'full_name', 'is_suspended'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks a person's standing until the transaction ends; undefined when there is no such person any more. */
export async function lockStandingShared(db: DbTransaction, userId: string): Promise<Standing | undefined> {
  // The lock is a separate statement, so that the next one sees changes that were committed while this one waited.
  await db.selectFrom('all_people').where('id', '=', userId).select('id').forShare().execute();
  return db
    .selectFrom('all_people as p')
    .leftJoin('all_stalls as w', 'w.id', 'p.id')
    .where('p.id', '=', userId)
    .select([
      'p.role',
      'p.is_removed',
      'p.is_suspended',
      sql<boolean>`coalesce(w.is_suspended, false)`.as('warung_suspended'),
    ])
    .executeTakeFirst();
}
