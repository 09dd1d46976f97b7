import { describe, expect, test } from 'vitest';
import { planRefetch } from './realtime.ts';

const loadedIds = new Set(['a', 'b', 'c', 'd', 'e']);
const plan = (...changedIds: string[]) => planRefetch(new Set(changedIds), loadedIds);

describe('planRefetch (D36)', () => {
  test('fetches the first page for a post that is not loaded', () => {
    expect(plan('new')).toEqual({ postIds: [], firstPage: true });
  });
  test('fetches only the post when it is loaded', () => {
    expect(plan('c')).toEqual({ postIds: ['c'], firstPage: false });
  });
  test('fetches both when some are loaded and some are not', () => {
    expect(plan('c', 'new', 'newer')).toEqual({ postIds: ['c'], firstPage: true });
  });
  test('fetches everything when many posts have changed', () => {
    expect(plan('a', 'b', 'c', 'd')).toBe('all');
  });
});
