import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { examine } from '../operations/doctor/examine.ts';
import { buildAdmin } from '../testing/builders.ts';
import { jumpClock } from '../testing/jumped-clock.ts';
import { startTestServer } from '../testing/server.ts';
import { nextNote } from './clock-jumps.ts';
import type { ClockNote } from './clock-jumps.ts';
import { clockWatch, watchClock } from './clock-watch.ts';

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
  // wrong again, from anew
  expect(nextNote(nextNote(ahead, after(1)), after(400, 1_402))).toMatchObject({ trusted_at: after(1), ran_ms: 0 });
  expect(nextNote(ahead, after(700))).toMatchObject({ trusted_at: today, ran_ms: 0 });
});

test('a jump is said once in the log, and in doctor, on the desk and in the metrics until Lapau has run a day', async () => {
  const server = await startTestServer();
  const { platform, db } = server;
  const admin = await buildAdmin(server);
  const warned = vi.spyOn(platform.log, 'warn').mockReturnValue();
  const informed = vi.spyOn(platform.log, 'info').mockReturnValue();
  await clockWatch.start(platform);
  const note = async () => {
    await platform.jobs.enqueueNow(watchClock, {});
    const open = async () =>
      (await sql`select from jobs.job where name = 'watch_clock' and state < 'completed'`.execute(db)).rows;
    await expect.poll(open).toEqual([]);
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
