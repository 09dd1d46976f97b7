import { sql } from 'kysely';
import { now } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { deleteBatch } from '../transactions/retention.ts';
import type { Retention } from '../transactions/retention.ts';

const unsuspended = sql<boolean>`suspended_by = '{}'`;

export const markSessionsSuspended = (db: Db, userId: string, mark: string) =>
  db
    .updateTable('sessions')
    .set({ suspended_by: sql`suspended_by || ${mark}::uuid` })
    .where('user_id', '=', userId)
    .execute();

export const unmarkSessionsSuspended = (db: Db, userId: string, mark: string) =>
  db
    .updateTable('sessions')
    .set({ suspended_by: sql`array_remove(suspended_by, ${mark}::uuid)` })
    .where('user_id', '=', userId)
    .execute();

/** @param which 'open' leaves out sessions that a suspension has ended and its undo would let go on */
export const revokeSessions = (db: Db, userId: string, which: 'all' | 'open') =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(which === 'open', (query) => query.where(unsuspended))
    .execute();

/** Deletes all sessions but one; their push tokens are deleted too. @returns the ids of the sessions that ended */
export const deleteOtherSessions = async (db: Db, userId: string, exceptSessionId: string): Promise<string[]> => {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', exceptSessionId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Remembers the sessions of a deleted account, so that its open pages learn of it. The page that deleted it is left out. */
export const rememberSessions = (db: Db, userId: string, exceptSessionId: string | null) =>
  db
    .insertInto('deleted_sessions')
    .columns(['token_hash', 'expires_at'])
    .expression(
      db
        .selectFrom('sessions')
        .select(['token_hash', 'expires_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('id', 'is distinct from', exceptSessionId),
    )
    .execute();

export const lockSession = (db: Db, id: string): Promise<{ user_id: string } | undefined> =>
  db.selectFrom('sessions').select('user_id').where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks a session against its end; false when it has ended. */
export const lockOpenSessionShared = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(unsuspended)
    .forShare()
    .executeTakeFirst()) !== undefined;

export const deleteSession = (db: Db, id: string) => db.deleteFrom('sessions').where('id', '=', id).execute();

const maxListedSessions = 100;

/** Finds the sessions of a person, the last used first. */
export const findSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(unsuspended)
    .where('expires_at', '>', now)
    .select(['id', 'device_name', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListedSessions)
    .execute();

/** Deletes sessions when they expire, also remembered ones of deleted accounts. */
export const sessionsRetention: Retention[] = (['sessions', 'deleted_sessions'] as const).map((table) => ({
  table,
  deleteExpired: ({ db }, limit) => deleteBatch(db, table, sql`expires_at < now()`, limit),
}));
