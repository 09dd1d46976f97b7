import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DbTransaction } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { countWaiting } from './waiting-jobs.ts';

/** What makes Lapau send mails and pushes; app.ts hands it in. */
export type Sending = {
  /** The jobs that send, each with a word for what it sends. */
  jobs: { name: Job['name']; what: string }[];
  /** The table of the devices that get pushes. */
  addresses: string;
};

/** What a restored Lapau would send, and to how many devices. */
export type Sends = {
  /** Devices on which people stay signed in. */
  sessions: number;
  /** Devices that get pushes. */
  addresses: number;
  /** How much waits to be sent, as when the backup was made. */
  waiting: { what: string; count: number }[];
};

/** Counts the sessions, devices and waiting jobs that the backup has. */
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

/** Removes all devices: no push can be sent until somebody subscribes anew. */
export const removeAddresses = (tx: DbTransaction, { addresses }: Sending): Promise<unknown> =>
  sql`delete from ${sql.table(addresses)}`.execute(tx);
