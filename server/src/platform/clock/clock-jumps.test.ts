import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examine } from '../../operations/doctor/examine.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { jumpClock } from '../../testing/jumped-clock.ts';
import { startTestServer } from '../../testing/server.ts';
import type { Db } from '../database/database.ts';
import { watchClock } from '../workers/clock-watch.ts';
import { findDeletionWait, nextNote, noteClock } from './clock-jumps.ts';
import type { ClockNote } from './clock-jumps.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const trustedAt = (time: Date): ClockNote => ({ trusted_at: time, noted_at: time, ran_ms: 0 });
const today = new Date('2026-11-27T03:00:00Z');
const after = (days: number, minutes = 0) => new Date(today.getTime() + days * dayMs + minutes * minuteMs);
/** Notes each minute from a time on. */
function run(note: ClockNote, from: Date, minutes: number): ClockNote {
  let last = note;
  for (let minute = 0; minute <= minutes; minute += 1)
    last = nextNote(last, new Date(from.getTime() + minute * minuteMs));
  return last;
}

test.each([0.001, 1, 1.9, -0.001, -1.9])('a clock that goes on after %f days is trusted at once', (days) => {
  expect(nextNote(trustedAt(today), after(days))).toEqual(trustedAt(after(days)));
});

test.each([2.1, 400, 36_500, -3.1, -400, -20_000])('one that jumps by %f days is trusted after a day on it', (days) => {
  const jumped = run(trustedAt(today), after(days), 0);
  expect(jumped).toEqual({ trusted_at: today, noted_at: after(days), ran_ms: 0 });
  expect(run(jumped, after(days, 1), 1_438).trusted_at).toEqual(today);
  expect(run(jumped, after(days, 1), 1_439)).toEqual(trustedAt(after(days, 1_440)));
});

test('a day counts what Lapau has run of it: restarts do not begin it anew, and the time in between does not count', () => {
  const morning = run(trustedAt(today), after(400), 600);
  const evening = run(morning, after(400, 1_200), 600);
  expect(evening).toEqual({ trusted_at: today, noted_at: after(400, 1_800), ran_ms: 1_202 * minuteMs });
  expect(run(evening, after(401, 1_200), 300).trusted_at).toEqual(after(401, 1_500));
});

test('a clock that is put right is trusted at once, and what was noted while it was wrong counts for nothing', () => {
  const ahead = run(trustedAt(today), after(400), 1_400);
  expect(nextNote(ahead, after(1))).toEqual(trustedAt(after(1)));
  // When the clock is wrong again, the day begins anew.
  expect(nextNote(nextNote(ahead, after(1)), after(400, 1_402))).toMatchObject({ trusted_at: after(1), ran_ms: 0 });
});

test('a server that is off for days again and again is trusted after a day of what it ran', () => {
  let note = trustedAt(today);
  for (const days of [3, 6, 9]) {
    note = run(note, after(days), 420);
    expect(note).toMatchObject({ trusted_at: today, noted_at: after(days, 420) });
  }
  expect(note.ran_ms).toBe(3 * 420 * minuteMs);
  expect(run(note, after(12), 180)).toEqual(trustedAt(after(12, 180)));
});

test('a step back of more than two days begins the day anew, as the clock was wrong until then; a smaller one does not', () => {
  const ahead = run(trustedAt(today), after(400), 1_400);
  expect(nextNote(ahead, after(398))).toEqual({ trusted_at: today, noted_at: after(398), ran_ms: 0 });
  expect(nextNote(ahead, after(399.5))).toMatchObject({ ran_ms: 1_400 * minuteMs });
  expect(nextNote(ahead, after(-20_000))).toMatchObject({ trusted_at: today, ran_ms: 0 });
});

test('a jump is said once in the log, and in doctor, on the desk and in the metrics until Lapau has run a day', async () => {
  const server = await startTestServer();
  const { platform, db } = server;
  const admin = await buildAdmin(server);
  const warned = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const informed = vi.spyOn(platform.log, 'info').mockReturnValue();
  const note = async () => {
    const end = await watchClock(platform);
    end();
  };
  const desk = async () => (await server.call('get_admin_stats', {}, admin)).deletion_waits_until;
  const doctor = async () => {
    const findings = await examine({
      LAPAU_DATA: platform.config.dataFolder,
      DATABASE_URL: server.databaseUrl,
      PUBLIC_URL: server.url,
    });
    return findings.find(({ check }) => check === 'deletion');
  };
  await note();
  expect([await desk(), (await doctor())?.state, warned.mock.calls]).toEqual([null, 'ok', []]);

  await jumpClock(db);
  for (let minute = 0; minute < 3; minute += 1) await note();
  expect(warned.mock.calls).toEqual([
    [{ lastRun: expect.any(Date), waitsUntil: expect.any(Date) }, expect.stringContaining('the clock has jumped')],
  ]);
  const until = (await desk()) ?? '';
  expect(Math.abs(Date.parse(until) - Date.now() - dayMs)).toBeLessThan(10 * minuteMs);
  expect(await doctor()).toMatchObject({ state: 'warning', text: expect.stringContaining(until.slice(0, 10)) });
  expect(await (await server.request('/metrics')).text()).toMatch(/^lapau_deletion_waiting 1$/m);

  await sql`update trusted_clock set ran_ms = ${dayMs - minuteMs}, noted_at = now() - interval '1 minute'`.execute(db);
  await note();
  expect([await desk(), (await doctor())?.state]).toEqual([null, 'ok']);
  expect(informed.mock.calls.map(([text]) => text)).toContainEqual(
    expect.stringContaining('the clock is trusted again'),
  );
  expect(warned).toHaveBeenCalledTimes(1);
});

const noted = async (db: Db) =>
  (await db.selectFrom('trusted_clock').select('noted_at').executeTakeFirst())?.noted_at.getTime();

test('of all processes one notes a minute', async () => {
  const { platform, db } = await startTestServer();
  const note = () => platform.transaction((tx) => noteClock(tx.db));
  await sql`update trusted_clock set noted_at = now() - interval '1 minute'`.execute(db);
  await Promise.all([note(), note(), note()]);
  const first = await noted(db);
  expect(Math.abs(Date.now() - (first ?? 0))).toBeLessThan(minuteMs / 2);
  await note();
  expect(await noted(db)).toBe(first);
});

test('without its row the clock is not trusted for a day', async () => {
  const { platform, db } = await startTestServer();
  await db.deleteFrom('trusted_clock').execute();
  const inADay = async () => Math.abs(((await findDeletionWait(db))?.until.getTime() ?? 0) - Date.now() - dayMs);
  expect(await inADay()).toBeLessThan(10 * minuteMs);
  expect(await platform.transaction((tx) => noteClock(tx.db))).toBe('jumped');
  expect(await inADay()).toBeLessThan(10 * minuteMs);
  expect(Math.abs(Date.now() - ((await noted(db)) ?? 0))).toBeLessThan(minuteMs);
});

test('a note that fails is said once, and tried again until it succeeds', async () => {
  const { platform, db } = await startTestServer();
  const warned = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const tried = vi.spyOn(platform, 'transaction');
  const away = () => sql`alter table trusted_clock rename to trusted_clock_away`.execute(db);
  const back = () => sql`alter table trusted_clock_away rename to trusted_clock`.execute(db);
  await away();
  const end = await watchClock(platform, 20);
  onTestFinished(end);
  await expect.poll(() => tried.mock.calls.length).toBeGreaterThan(3);
  expect(warned).toHaveBeenCalledTimes(1);
  await sql`update trusted_clock_away set noted_at = now() - interval '1 hour'`.execute(db);
  await back();
  await expect.poll(async () => Date.now() - ((await noted(db)) ?? 0)).toBeLessThan(minuteMs);
  await away();
  await expect.poll(() => warned.mock.calls.length).toBe(2);
});
