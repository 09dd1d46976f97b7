import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { now, readClock } from './clock.ts';

/*
 * A database's clock that has jumped makes everything old. What deletes by age waits then, until Lapau has run a day on the new
 * clock: by that time somebody has seen the wrong date, or it is right (D110).
 */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A larger step between two notes is a jump. A time during which the server was off looks the same, and is treated so. */
const jumpMs = 2 * dayMs;
/** Notes come every minute: if more than this lies between two of them, nothing ran for the rest of the time. */
const longestStepMs = 2 * minuteMs;

/** The row of the table trusted_clock. */
export type ClockNote = Omit<Selectable<Schema['trusted_clock']>, 'only_row'>;

const isNear = (one: Date, other: Date): boolean => Math.abs(one.getTime() - other.getTime()) <= jumpMs;

/** The note of a database that has lost its row: the clock is not trusted until Lapau has run on it for a day. */
const neverNoted: ClockNote = { trusted_at: new Date(0), noted_at: new Date(0), ran_ms: 0 };

/**
 * How long Lapau has run on clocks that are not trusted. Only a step back begins the time anew, as it shows that the clock was ahead.
 * A step forward also comes of a server that is off for days and runs for hours again and again.
 */
function ranMsUntil({ noted_at, ran_ms }: ClockNote, present: Date): number {
  const stepMs = present.getTime() - noted_at.getTime();
  if (stepMs < -jumpMs) return 0;
  return stepMs > jumpMs ? ran_ms : ran_ms + Math.min(Math.max(0, stepMs), longestStepMs);
}

/**
 * Returns what a process notes next. A clock near the last trusted time is trusted at once, so that one which was wrong for an hour
 * and is put right stops nothing: it deletes at most two days too much. On any other clock Lapau has to run for a day; restarts and
 * pauses do not count, and do not begin the day anew.
 */
export function nextNote(known: ClockNote, present: Date): ClockNote {
  const trusted = { trusted_at: present, noted_at: present, ran_ms: 0 };
  if (isNear(known.trusted_at, present)) return trusted;
  const ran_ms = ranMsUntil(known, present);
  return ran_ms < dayMs ? { trusted_at: known.trusted_at, noted_at: present, ran_ms } : trusted;
}

const columns = ['trusted_at', 'noted_at', 'ran_ms'] as const;

/** Whether nobody has noted the clock within the last minute: each process looks every minute, and one note is enough for all. */
const isDue = sql<boolean>`noted_at not between clock_timestamp() - interval '50 seconds' and clock_timestamp()`;

/**
 * Notes that a process runs now, unless another one just has.
 * @returns whether the clock has jumped since the last note, or is trusted again after that
 */
export async function noteClock(db: DbTransaction): Promise<'jumped' | 'trusted again' | undefined> {
  await db
    .insertInto('trusted_clock')
    .values(neverNoted)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await db.selectFrom('trusted_clock').select(columns).where(isDue).forUpdate().executeTakeFirst();
  if (!known) return undefined;
  const present = await readClock(db);
  const next = nextNote(known, present);
  await db.updateTable('trusted_clock').set(next).execute();
  const wasTrusted = known.noted_at.getTime() === known.trusted_at.getTime();
  if (next.trusted_at === present) return wasTrusted ? undefined : 'trusted again';
  return isNear(known.noted_at, present) ? undefined : 'jumped';
}

/** SQL that tells whether things may be deleted for their age by this clock, at the transaction's `now()`. */
export const clockIsTrusted = `exists (
  select from trusted_clock
  where abs(extract(epoch from now() - trusted_at)) * 1000 <= ${jumpMs})`;

export const isClockTrusted = sql.raw<boolean>(clockIsTrusted);

/**
 * Reads the time by which files may be deleted for their age. Files are dated by this machine or another, so it is the earlier time of
 * this clock and the database's.
 * @returns undefined while the database's clock is not trusted
 */
export async function readTrustedTime(db: Db): Promise<Date | undefined> {
  const read = db.selectNoFrom([isClockTrusted.as('is_trusted'), now.as('now')]);
  const { is_trusted, now: present } = await read.executeTakeFirstOrThrow();
  return is_trusted ? new Date(Math.min(present.getTime(), Date.now())) : undefined;
}

/** The time until which deletion by age waits if a process runs all the time, and the time at which Lapau last ran on a trusted clock. */
export type DeletionWait = { until: Date; trustedAt: Date };

/** Finds until when deletion by age waits; undefined while it does not. */
export async function findDeletionWait(db: Db): Promise<DeletionWait | undefined> {
  const note = (await db.selectFrom('trusted_clock').select(columns).executeTakeFirst()) ?? neverNoted;
  const present = await readClock(db);
  const { trusted_at: trustedAt } = note;
  if (isNear(trustedAt, present)) return undefined;
  return { until: new Date(present.getTime() + dayMs - ranMsUntil(note, present)), trustedAt };
}
