import { createHmac } from 'node:crypto';
import type { ErrorCode } from '@lapau/contract/errors';
import { sql } from 'kysely';
import type { DbTransaction } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { deleteBatch } from '../transactions/retention.ts';
import type { Retention } from '../transactions/retention.ts';
import { countedRates, storedRates } from './request-limits.ts';
import type { LimitPoints } from './request-limits.ts';

type StoredLimit = keyof typeof storedRates;
type CountedLimit = keyof typeof countedRates;

/** The points that are taken of one limit. */
type Taking = {
  limit: StoredLimit;
  /** The key of the count, such as a person and a post. */
  of: string[];
  /** How many points it costs, 1 unless given; if it is more than the limit has, it costs all of them. */
  points?: number;
  /**
   * Whether others share the limit. It costs one point more for every five points of the first taking that are not back yet, so that
   * people who have written little go first.
   */
  isShared?: boolean;
};

/**
 * Limits that are counted in the database, in the transaction of what they limit, so that a rolled back one costs nothing. They are
 * taken late, as their rows stay locked until the transaction ends (ARCHITECTURE.md, Lock order).
 */
export type StoredLimits = {
  /**
   * Takes points of several limits, which come back evenly within their windows.
   * @throws AppError with Retry-After, when there are not enough of one of them
   */
  take: (db: DbTransaction, code: ErrorCode, takings: Taking[]) => Promise<void>;
  /**
   * Counts something that a person has done, and keeps to the limits in any stretch of time as long as a window.
   * @throws AppError with Retry-After, when it was done too often
   */
  count: (db: DbTransaction, code: ErrorCode, limits: CountedLimit[], personId: string) => Promise<void>;
  /** Takes the last so many of what `count` has counted by the same limits back, as it was undone. */
  uncount: (db: DbTransaction, limits: CountedLimit[], personId: string, times: number) => Promise<void>;
  /** Reads how often a person may still do what `count` counts by the same limits, and when it will be more often. */
  left: (db: DbTransaction, limits: CountedLimit[], personId: string) => Promise<Left>;
};

/** `moreAt` is null when nothing has been done lately. */
type Left = { left: number; moreAt: Date | null };

/** After this many points of one's own, the next taking costs one point more of a shared limit. */
const dearerAfter = 5;

/** @param secret the key of the hashes, so that no address can be read in the database */
export function createStoredLimits(points: LimitPoints, secret: string): StoredLimits {
  const keyOf = (name: string, of: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['limit', name, ...of]))
      .digest('base64url');
  const windowsOf = (limits: CountedLimit[]): Window[] =>
    limits.map((limit) => ({ points: points[limit], windowMs: countedRates[limit].windowMs }));
  return {
    take: async (db, code, takings) => {
      const asked = takings.map(({ limit, of, points: taken = 1, isShared = false }) => {
        const { windowMs } = storedRates[limit];
        const pointMs = windowMs / points[limit];
        return { key: keyOf(limit, of), windowMs, pointMs, costMs: Math.min(taken * pointMs, windowMs), isShared };
      });
      refuseUntil(code, await takePoints(db, asked));
    },
    count: async (db, code, limits, personId) =>
      refuseUntil(code, await countOne(db, keyOf(limits.join(' '), [personId]), windowsOf(limits))),
    uncount: async (db, limits, personId, times) => {
      await sql`
        update limit_counts set times = trim_array(times, least(${times}, cardinality(times)))
        where key = ${keyOf(limits.join(' '), [personId])}`.execute(db);
    },
    left: async (db, limits, personId) => readLeft(db, keyOf(limits.join(' '), [personId]), windowsOf(limits)),
  };
}

function refuseUntil(code: ErrorCode, waitMs: number): void {
  if (waitMs > 0) throw new AppError(code, undefined, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

type Asked = { key: string; windowMs: number; pointMs: number; costMs: number; isShared: boolean };

/**
 * Takes points. A row has the time at which all points are there again (as in limit-store.ts); a time further away than a window
 * counts as none.
 * @returns 0 or less, or the milliseconds until there are enough
 */
async function takePoints(db: DbTransaction, asked: Asked[]): Promise<number> {
  const [own] = asked;
  const { rows } = await sql<{ wait_ms: number }>`
    with own as (
      select greatest(extract(epoch from full_at - clock_timestamp()), 0) * 1000 / ${(own?.pointMs ?? 1) * dearerAfter} as fives
      from limit_counts where key = ${own?.key ?? null}
        and full_at <= clock_timestamp() + interval '1 millisecond' * (${own?.windowMs ?? 0}::float8 + 1)
    ), asked as (
      select key, window_ms, interval '1 millisecond' *
        least(window_ms, case when is_shared then cost_ms * (1 + coalesce((select fives from own), 0)) else cost_ms end) as cost
      from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ windowMs }) => windowMs)}::float8[],
        ${asked.map(({ costMs }) => costMs)}::float8[], ${asked.map(({ isShared }) => isShared)}::boolean[])
        as given (key, window_ms, cost_ms, is_shared)
    ), taken as (
      insert into limit_counts as stored (key, full_at)
      select key, statement_timestamp() + cost from asked order by key
      on conflict (key) do update set
        full_at = excluded.full_at - statement_timestamp() + case
          -- a clock that was ahead has written it
          when stored.full_at > clock_timestamp() + (
            select interval '1 millisecond' * (window_ms + 1) from asked where asked.key = stored.key
          ) then clock_timestamp()
          else greatest(stored.full_at, clock_timestamp())
        end
      returning key, full_at
    )
    select floor(max(extract(epoch from full_at - clock_timestamp()) * 1000 - window_ms))::float8 as wait_ms
    from taken join asked using (key)`.execute(db);
  return rows[0]?.wait_ms ?? 0;
}

type Window = { points: number; windowMs: number };

/** Counts one more. @returns 0 or less, or the milliseconds until it may be done once more */
async function countOne(db: DbTransaction, key: string, windows: Window[]): Promise<number> {
  const longest = sql`interval '1 millisecond' * ${Math.max(...windows.map(({ windowMs }) => windowMs))}`;
  const { rows } = await sql<{ wait_ms: number | null }>`
    insert into limit_counts as stored (key, full_at, times)
    values (${key}, clock_timestamp() + ${longest}, array[clock_timestamp()])
    on conflict (key) do update set
      full_at = excluded.full_at,
      times = array(
        select done_at from unnest(stored.times) done_at
        where done_at > clock_timestamp() - ${longest} and done_at <= clock_timestamp() order by done_at
      ) || clock_timestamp()
    returning (
      select max(extract(epoch from stored.times[cardinality(stored.times) - points] - clock_timestamp()) * 1000 + window_ms)::float8
      from unnest(${windows.map((window) => window.points)}::int[], ${windows.map(({ windowMs }) => windowMs)}::float8[])
        as given (points, window_ms)
    ) as wait_ms`.execute(db);
  return rows[0]?.wait_ms ?? 0;
}

/** Reads what the window that has least left says. */
async function readLeft(db: DbTransaction, key: string, windows: Window[]): Promise<Left> {
  const { rows } = await sql<{ left: number; more_at: Date | null }>`
    select greatest(points - count(done_at), 0)::int as left,
      min(done_at) + interval '1 millisecond' * window_ms as more_at
    from unnest(${windows.map((window) => window.points)}::int[], ${windows.map(({ windowMs }) => windowMs)}::float8[])
      as given (points, window_ms)
    left join (select unnest(times) as done_at from limit_counts where key = ${key}) done
      on done_at > clock_timestamp() - interval '1 millisecond' * window_ms and done_at <= clock_timestamp()
    group by points, window_ms order by 1, 2 desc nulls last limit 1`.execute(db);
  return { left: rows[0]?.left ?? 0, moreAt: rows[0]?.more_at ?? null };
}

/** Deletes rows that count nothing any more. */
export const limitCountsRetention: Retention[] = [
  {
    table: 'limit_counts',
    deleteExpired: ({ db }, limit) => deleteBatch(db, 'limit_counts', sql`full_at < now()`, limit),
  },
];
