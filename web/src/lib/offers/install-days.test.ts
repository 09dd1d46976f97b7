import { beforeEach, expect, test, vi } from 'vitest';

let stored: Map<string, string>;
let noteUse: (now: Date) => void;
let takeOffer: (now: Date) => boolean;

beforeEach(async () => {
  // The test goes on as another page: days that could not be stored are forgotten.
  vi.resetModules();
  ({ noteUse, takeOffer } = await import('./install-days.ts'));
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

const at = (time: string) => new Date(`${time}+07:00`);

test('nothing is offered on the first day, which ends at midnight in Jakarta', () => {
  noteUse(at('2026-11-23T08:00'));
  expect(takeOffer(at('2026-11-23T23:59'))).toBe(false);
  expect(takeOffer(at('2026-11-24T00:00'))).toBe(true);
});

test('never twice in a month', () => {
  noteUse(at('2026-11-01T08:00'));
  noteUse(at('2026-11-05T08:00'));
  expect(takeOffer(at('2026-11-05T08:00'))).toBe(true);
  expect(takeOffer(at('2026-11-05T09:00'))).toBe(false);
  expect(takeOffer(at('2026-12-05T08:00'))).toBe(false);
  expect(takeOffer(at('2026-12-06T08:00'))).toBe(true);
  expect(takeOffer(at('2026-12-07T08:00'))).toBe(false);
});

test('an offer that a clock wrong by a year has noted does not hold back the next ones', () => {
  noteUse(at('2026-11-23T08:00'));
  expect(takeOffer(at('2027-11-24T08:00'))).toBe(true);
  expect(takeOffer(at('2026-11-24T08:00'))).toBe(true);
});

test('an offer noted for a day of the next weeks counts as none', () => {
  noteUse(at('2026-11-23T08:00'));
  expect(takeOffer(at('2026-12-10T08:00'))).toBe(true);
  expect(takeOffer(at('2026-11-24T08:00'))).toBe(true);
});

test('a first day that is yet to come is today', () => {
  noteUse(at('2027-11-23T08:00'));
  noteUse(at('2026-11-23T08:00'));
  expect(takeOffer(at('2026-11-23T09:00'))).toBe(false);
});

test('nothing is offered where it cannot be noted', () => {
  expect(takeOffer(at('2026-11-24T08:00'))).toBe(false);
  noteUse(at('2026-11-23T08:00'));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  });
  expect(takeOffer(at('2026-11-24T08:00'))).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  noteUse(at('2026-11-23T08:00'));
  expect(takeOffer(at('2026-11-24T08:00'))).toBe(false);
});
