import { expect, test } from 'vitest';
import { selectTests } from './select-tests.ts';
import { selectedSteps } from './steps.ts';

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
  [['--all', 'feed']],
  [['--browsers', 'feed']],
  [['--all', '--browsers']],
])('%j selects nothing', ([args = []]) => {
  expect(() => selectTests(args, files)).toThrow(/npm test/);
});

test('what is selected gets a second try, unless it is repeated', () => {
  const [tests, build, stories] = selectedSteps({ tests: ['feed'], stories: ['likes'], repeat: 1 });
  expect([tests, build, stories].map((step) => step?.again !== undefined)).toEqual([true, false, true]);
  const repeated = selectedSteps({ tests: ['feed'], stories: ['likes'], repeat: 3 });
  expect(repeated.map(({ again }) => again)).toEqual([undefined, undefined, undefined]);
  expect(repeated.map(({ commands }) => commands.length)).toEqual([3, 1, 1]);
  expect(repeated[2]?.commands[0]).toContain('--repeat-each=3');
});
