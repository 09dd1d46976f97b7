import { beforeEach, expect, test, vi } from 'vitest';
import { pushChoice } from './push-choice.ts';

const dayMs = 24 * 60 * 60_000;
let account = 0;
const next = () => `account ${(account += 1)}`;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test('an account is asked until it has chosen, and each account for itself', () => {
  const [one, other] = [next(), next()];
  expect(pushChoice.mayAsk(one)).toBe(true);
  pushChoice.set(one, true);
  expect([pushChoice.isOn(one), pushChoice.mayAsk(one)]).toEqual([true, false]);
  pushChoice.set(one, false);
  expect([pushChoice.isOn(one), pushChoice.mayAsk(one)]).toEqual([false, false]);
  expect([pushChoice.isOn(other), pushChoice.mayAsk(other)]).toEqual([false, true]);
});

test('after Nanti three months pass before the next question', () => {
  const one = next();
  pushChoice.postpone(one, 0);
  expect(pushChoice.mayAsk(one, 89 * dayMs)).toBe(false);
  expect(pushChoice.mayAsk(one, 91 * dayMs)).toBe(true);
});

test('a Nanti that a clock wrong by a year has noted counts as none', () => {
  const one = next();
  pushChoice.postpone(one, 365 * dayMs);
  expect(pushChoice.mayAsk(one, 0)).toBe(true);
});

test('a device that stores nothing asks once a page', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const one = next();
  expect(pushChoice.mayAsk(one)).toBe(true);
  pushChoice.postpone(one);
  expect(pushChoice.mayAsk(one)).toBe(false);
});
