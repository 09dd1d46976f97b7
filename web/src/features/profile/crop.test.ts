import { expect, test } from 'vitest';
import { edgeOf, maxZoom, middleOf, moved, within } from './parts/crop.ts';

const wide = { width: 1600, height: 900 };
const tall = { width: 600, height: 1000 };

test('at first the whole short edge is kept, from the middle', () => {
  expect(middleOf(wide)).toEqual({ x: 800, y: 450, zoom: 1 });
  expect(edgeOf(wide, middleOf(wide))).toBe(900);
  expect(edgeOf(tall, middleOf(tall))).toBe(600);
});

test('the kept square never leaves the picture', () => {
  expect(moved(wide, middleOf(wide), -5, -5)).toEqual({ x: 450, y: 450, zoom: 1 });
  expect(moved(wide, middleOf(wide), 5, 5)).toEqual({ x: 1150, y: 450, zoom: 1 });
  expect(within(tall, { x: 0, y: 0, zoom: 2 })).toEqual({ x: 150, y: 150, zoom: 2 });
});

test('a move is measured by the kept square, so that a picture follows the finger at any zoom', () => {
  const crop = { x: 800, y: 450, zoom: 2 };
  expect(moved(wide, crop, 0.1, -0.1)).toEqual({ x: 845, y: 405, zoom: 2 });
});

test('zoom stays between all of the picture and a quarter of it', () => {
  expect(within(wide, { x: 800, y: 450, zoom: 0.2 }).zoom).toBe(1);
  expect(within(wide, { x: 800, y: 450, zoom: 99 }).zoom).toBe(maxZoom);
});

test('zooming out near an edge brings the square back into the picture', () => {
  const corner = within(wide, { x: 0, y: 0, zoom: 4 });
  expect(within(wide, { ...corner, zoom: 1 })).toEqual({ x: 450, y: 450, zoom: 1 });
});
