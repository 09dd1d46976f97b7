import { afterEach, expect, test } from 'vitest';
import { fromWibInput, readWibInput, toWibInput } from './wib-input.ts';

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

test.each(['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a phone in %s types and reads the time of Jakarta (D110)',
  (zone) => {
    process.env.TZ = zone;
    expect(fromWibInput('2026-08-17T10:00')).toBe('2026-08-17T03:00:00.000Z');
    expect(toWibInput('2026-08-16T17:05:00.000Z')).toBe('2026-08-17T00:05');
    expect(readWibInput('2026-08-17T00:05')).toBe('17 Agustus 2026, 00.05 WIB');
    for (const time of ['2026-03-01T00:05:00.000Z', '2026-12-31T23:59:00.000Z']) {
      expect(fromWibInput(toWibInput(time))).toBe(time);
    }
  },
);

test('no time is an empty field, and what is no time is none', () => {
  expect(toWibInput(null)).toBe('');
  expect(fromWibInput('')).toBeNull();
  expect(fromWibInput('besok')).toBeNull();
  expect(readWibInput('')).toBe('');
});
