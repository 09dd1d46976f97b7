import { sql } from 'kysely';
import { latestNoted } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Valkey } from '../valkey/valkey.ts';
import type { OpenCarrier } from './bus.ts';

/** The rows of published texts are deleted this much later, many by one statement. */
const deleteAfterMs = 200;
const sweepEveryMs = 2_000;
/** The largest part of the time that sweeps may take; during hours of a backup's snapshot one may take long. */
const sweepsShare = 1 / 20;
/** A sweep publishes at most this many texts; no more signals are remembered for a page that joins (recent-signals.ts). */
const maxSwept = 2_000;
/** This text is published in place of too many: everything may have changed. */
const gapText = 'gap';

const isDue = sql<boolean>`(created_at < now() - interval '2 seconds' or created_at > ${latestNoted})`;
/** Lets a deletion not wait for the disk: if it is lost in a crash, its text is only published twice. */
const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) without_waiting`;

/**
 * Carries signals by Valkey (D89). They are a row of the transaction that causes them. This process publishes it after the commit, or
 * two seconds later any process does, so that a process that is killed in between loses none. While no process reaches Valkey the rows
 * wait, and too many become one that says that everything may have changed.
 */
export const byValkey =
  (valkey: Valkey, { db }: Pick<Database, 'db'>, log: Log): OpenCarrier =>
  async ({ receive, gap }) => {
    let published: number[] = [];
    let deletion: NodeJS.Timeout | undefined;
    let sweeping: NodeJS.Timeout | undefined;
    let isClosed = false;

    const deletePublished = async () => {
      clearTimeout(deletion);
      deletion = undefined;
      const ids = published;
      published = [];
      if (ids.length === 0) return;
      await sql`delete from unsent_signals using ${withoutWaiting} where id = any(${ids}::bigint[])`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, 'published signals could not be deleted'));
    };

    const noteIfPublished = (id: number) => (isPublished: boolean) => {
      if (!isPublished) return;
      published.push(id);
      if (!isClosed) deletion ??= setTimeout(() => void deletePublished(), deleteAfterMs);
    };

    /** Publishes rows that their process has not published, and locks them meanwhile, so that no two processes do so at once. */
    const publishDue = () =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number; text: string }>`
          select id, text from unsent_signals where ${isDue} order by id limit ${maxSwept + 1} for update skip locked`.execute(
          tx,
        );
        if (rows.length === 0) return;
        const isTooMuch = rows.length > maxSwept;
        const isPublished = await valkey.publish(isTooMuch ? [gapText] : rows.map(({ text }) => text));
        if (isTooMuch) {
          await sql`delete from unsent_signals where id in (
            select id from unsent_signals where ${isDue} for update skip locked)`.execute(tx);
          if (!isPublished) await tx.insertInto('unsent_signals').values({ text: gapText }).execute();
        } else if (isPublished) {
          await sql`delete from unsent_signals where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
        }
      });

    const sweep = async () => {
      const begun = performance.now();
      await publishDue().catch((error: unknown) => log.warn({ err: error }, 'waiting signals could not be published'));
      const tookMs = performance.now() - begun;
      if (!isClosed) sweeping = setTimeout(() => void sweep(), Math.max(sweepEveryMs, tookMs / sweepsShare));
    };

    valkey.subscribe({ onText: (text) => (text === gapText ? gap() : receive(text)), onLost: gap, onBack: gap });
    void sweep();
    return {
      publish: async (transaction, text) => {
        const { id } = await transaction
          .insertInto('unsent_signals')
          .values({ text })
          .returning('id')
          .executeTakeFirstOrThrow();
        return () => void valkey.publish([text]).then(noteIfPublished(id));
      },
      connected: valkey.isCurrent,
      close: async () => {
        isClosed = true;
        clearTimeout(sweeping);
        await deletePublished();
      },
    };
  };
