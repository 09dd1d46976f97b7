import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DbTransaction } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { countWaiting } from './waiting-jobs.ts';

/** What leaves a Lapau by itself, as app.ts names it. */
export type Sending = {
  /** The jobs that send, and what, for people. */
  jobs: { name: Job['name']; what: string }[];
  /** The table of where pushes go, with a row for each device. */
  addresses: string;
};

/** What a restored Lapau goes on with. */
export type Sends = {
  /** Devices on which people stay signed in. */
  sessions: number;
  /** Devices that get pushes. */
  addresses: number;
  /** What has waited to be sent since the backup. */
  waiting: { what: string; count: number }[];
};

/** Counts what the backup has of it. */
export async function countSending(tx: DbTransaction, { jobs, addresses }: Sending): Promise<Sends> {
  const counts = await countWaiting(
    tx,
    jobs.map(({ name }) => name),
  );
  return {
    sessions: await countRows(tx, sql`sessions where revoked_at is null and expires_at > now()`),
    addresses: await countRows(tx, sql.table(addresses)),
    waiting: [...Map.groupBy(jobs, ({ what }) => what)].map(([what, ofIt]) => ({
      what,
      count: ofIt.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0),
    })),
  };
}

async function countRows(tx: DbTransaction, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** No push can leave any more until somebody subscribes anew. */
export const removeAddresses = (tx: DbTransaction, { addresses }: Sending): Promise<unknown> =>
  sql`delete from ${sql.table(addresses)}`.execute(tx);
