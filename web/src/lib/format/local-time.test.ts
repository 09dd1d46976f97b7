import { expect, test } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.ts';

test('a minute survives the way into a field and back, whatever the time zone', () => {
  for (const time of ['2026-03-01T00:05:00.000Z', '2026-12-31T23:59:00.000Z']) {
    expect(fromLocalInput(toLocalInput(time))).toBe(time);
  }
});

test('no time is an empty field, and what is no time is none', () => {
  expect(toLocalInput(null)).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('besok')).toBeNull();
});
