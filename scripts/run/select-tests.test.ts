import { expect, test } from 'vitest';
import { selectTests } from './select-tests.ts';

const files = ['server/src/features/feed/paging.test.ts', 'e2e/feed.spec.ts', 'e2e/likes.spec.ts'];

test('words select tests and stories by their paths', () => {
  expect(selectTests(['feed'], files)).toEqual({ tests: ['feed'], stories: ['feed'], repeat: 1 });
  expect(selectTests(['--repeat', '5', 'e2e/likes'], files)).toEqual({ tests: [], stories: ['likes'], repeat: 5 });
});

test('without words it is what a change has to pass, everything, or the stories in other browsers', () => {
  expect(selectTests([], files)).toBe('usual');
  expect(selectTests(['--all'], files)).toBe('all');
  expect(selectTests(['--browsers'], files)).toBe('browsers');
});

test.for([
  [['hearts']],
  [['--repeat', 'often', 'feed']],
  [['--repeat', '2']],
  [
    ['--all', 'feed'],
    ['--browsers', 'feed'],
    ['--all', '--browsers'],
  ],
])('%j selects nothing', ([args = []]) => {
  expect(() => selectTests(args, files)).toThrow(/npm test/);
});
