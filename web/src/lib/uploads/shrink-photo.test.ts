import { expect, test } from 'vitest';
import { fitToUploadEdge } from './shrink-photo.ts';

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 900, 1600, 900],
  [320, 200, 320, 200],
  [10_000, 3, 1600, 1],
])('%i × %i is uploaded as %i × %i (D18)', (width, height, fittedWidth, fittedHeight) => {
  expect(fitToUploadEdge(width, height)).toEqual({ width: fittedWidth, height: fittedHeight });
});
