import { expect, test } from 'vitest';
import { keepInside, scaleAround, unzoomed } from './photo-zoom.ts';

const stage = { width: 360, height: 740 };
const landscape = { width: 1080, height: 720 };

test('what lies under the fingers stays under them', () => {
  const zoom = scaleAround(unzoomed, 2, { x: 50, y: -20 });
  expect(zoom).toEqual({ scale: 2, x: -50, y: 20 });
  // The point of the photo at (50, -20) is still there.
  expect({ x: 50 * zoom.scale + zoom.x, y: -20 * zoom.scale + zoom.y }).toEqual({ x: 50, y: -20 });
  expect(scaleAround(zoom, 2, { x: 0, y: 0 }, { x: 30, y: 5 })).toEqual({ scale: 2, x: -20, y: 25 });
});

test('the scale has bounds', () => {
  expect(scaleAround(unzoomed, 0.2, { x: 0, y: 0 }).scale).toBe(1);
  expect(scaleAround(unzoomed, 40, { x: 0, y: 0 }).scale).toBe(5);
});

test('a photo is moved as far as its edges only', () => {
  expect(keepInside({ scale: 3, x: 1000, y: 1000 }, stage, landscape)).toEqual({ scale: 3, x: 360, y: 0 });
  expect(keepInside({ scale: 3, x: -1000, y: 0 }, stage, landscape)).toEqual({ scale: 3, x: -360, y: 0 });
  expect(keepInside({ scale: 1, x: 40, y: -40 }, stage, landscape)).toEqual(unzoomed);
});
