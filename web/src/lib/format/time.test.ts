import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatClock, formatDate, formatDateTime, formatTimeAgo } from './time.ts';

const now = Date.parse('2026-11-21T05:00:00Z');

describe('formatTimeAgo', () => {
  test.each([
    ['2026-11-21T04:59:59Z', 'baru saja'],
    ['2026-11-21T04:59:00Z', '1 menit yang lalu'],
    ['2026-11-21T04:55:00+00:00', '5 menit yang lalu'],
    ['2026-11-21T04:00:01Z', '59 menit yang lalu'],
    ['2026-11-21T04:00:00Z', '1 jam yang lalu'],
    ['2026-11-20T05:00:01Z', '23 jam yang lalu'],
    ['2026-11-20T05:00:00Z', '1 hari yang lalu'],
    ['2026-10-23T05:00:00Z', '29 hari yang lalu'],
    ['2026-10-22T05:00:00Z', '1 bulan yang lalu'],
    ['2025-11-22T05:00:00Z', '12 bulan yang lalu'],
    ['2025-11-21T05:00:00Z', '1 tahun yang lalu'],
    ['2016-11-21T05:00:00Z', '10 tahun yang lalu'],
    ['2026-11-21T05:00:01Z', 'baru saja'],
    ['2999-01-01T00:00:00Z', 'baru saja'],
    ['kemarin sore', 'beberapa waktu lalu'],
    ['', 'beberapa waktu lalu'],
    [null, 'beberapa waktu lalu'],
    [undefined, 'beberapa waktu lalu'],
  ])('%j', (time, shown) => {
    expect(formatTimeAgo(time, now)).toBe(shown);
  });

  test('every result has one of the known forms, and a future time is shown as now (D38)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
        (time) => {
          const shown = formatTimeAgo(time, now);
          expect(shown).toMatch(/^(baru saja|beberapa waktu lalu|\d[\d.]* (menit|jam|hari|bulan|tahun) yang lalu)$/);
          if (Date.parse(time) > now) expect(shown).toBe('baru saja');
        },
      ),
    );
  });
});

describe('formatDateTime', () => {
  test.each([
    ['2026-08-17T02:05:00Z', '17 Agustus 2026, 09.05 WIB'],
    ['2026-12-31T17:00:00Z', '1 Januari 2027, 00.00 WIB'],
    ['2026-11-01T16:59:59.999Z', '1 November 2026, 23.59 WIB'],
    ['bukan tanggal', 'beberapa waktu lalu'],
    [null, 'beberapa waktu lalu'],
  ])('%j', (time, shown) => {
    expect(formatDateTime(time)).toBe(shown);
  });
});

describe('formatDate', () => {
  test.each([
    ['2026-08-17T02:05:00Z', '17 Agu 2026'],
    ['2026-12-31T17:00:00Z', '1 Jan 2027'],
    ['bukan tanggal', 'beberapa waktu lalu'],
  ])('%j', (time, shown) => {
    expect(formatDate(time)).toBe(shown);
  });
});

describe('formatClock', () => {
  test.each([
    ['2026-11-21T05:00:00Z', 'pukul 12.00'],
    ['2026-11-21T16:59:00Z', 'pukul 23.59'],
    ['2026-11-21T17:00:00Z', 'besok pukul 00.00'],
    ['2026-11-22T00:05:00Z', 'besok pukul 07.05'],
  ])('%s', (moment, shown) => {
    expect(formatClock(new Date(moment), new Date(now))).toBe(shown);
  });
});
