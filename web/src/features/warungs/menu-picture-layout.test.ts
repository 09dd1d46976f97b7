import { expect, test } from 'vitest';
import { linesWithin } from './components/canvas-text.ts';
import { dishesOfPictures, layOutDishes, menuFormats } from './components/menu-picture-layout.ts';
import type { Measure } from './components/menu-picture-layout.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  [1, [1]],
  [12, [12]],
  [13, [7, 6]],
  [24, [12, 12]],
  [30, [10, 10, 10]],
])('%i dishes stand in as few pictures as there can be, none of which is nearly empty', (count, sizes) => {
  const pictures = dishesOfPictures(numbered(count), 'status');
  expect(pictures.map(({ length }) => length)).toEqual(sizes);
  expect(pictures.flat()).toEqual(numbered(count));
});

test('a square picture has fewer dishes, and a menu no more pictures than a browser shares', () => {
  expect(dishesOfPictures(numbered(30), 'square').map(({ length }) => length)).toEqual([8, 7, 8, 7]);
  expect(dishesOfPictures(numbered(500), 'status').flat()).toEqual(numbered(10 * menuFormats.status.most));
  expect(dishesOfPictures([], 'status')).toEqual([]);
});

/** Each letter is half as wide as the font is high. */
const measure: Measure = (text, size) => (Array.from(text).length * size) / 2;
const fits = (most: number) => (line: string) => Array.from(line).length <= most;

test('a text that is too long breaks at blanks, then between letters, and ends with an ellipsis', () => {
  expect(linesWithin('Gulai Paku', 2, fits(20))).toEqual(['Gulai Paku']);
  expect(linesWithin('Gulai Paku  Lado Mudo', 2, fits(12))).toEqual(['Gulai Paku', 'Lado Mudo']);
  expect(linesWithin('Gulai Paku Lado Mudo Padeh', 2, fits(12))).toEqual(['Gulai Paku', 'Lado Mudo P…']);
  expect(linesWithin('Lamaaaaaaaaaaaaaaaak', 2, fits(8))).toEqual(['Lamaaaaa', 'aaaaaaa…']);
  expect(linesWithin('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1, fits(15))).toEqual(['👩‍👩‍👧‍👦👩‍👩‍👧‍👦…']);
  expect(linesWithin('رندانغ داگيڠ سڤيسيال', 1, fits(12))).toEqual(['رندانغ داگيڠ'.slice(0, 11) + '…']);
  expect(linesWithin('', 2, fits(12))).toEqual(['']);
});

const room = { width: 952, height: 1040, sizes: [60, 46, 36] as [number, number, number] };

test('few short dishes are written large, twelve long ones still on two lines within the height', () => {
  const few = layOutDishes([{ name: 'Gulai Paku', price: 'Rp 15.000' }], room, measure);
  expect(few).toMatchObject({ size: 60, rows: [{ name: ['Gulai Paku'], price: ['Rp 15.000'] }] });

  const long = { name: 'Gulai Kapalo Lauak '.repeat(6).trim(), price: 'mulai Rp 5.000 sampai Rp 15.000 seporsi' };
  const many = layOutDishes(
    Array.from({ length: 12 }, () => long),
    { ...room, height: 1124 },
    measure,
  );
  expect(many.rows.reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(1124);
  expect(many.size).toBeGreaterThanOrEqual(36);
  for (const { name, price } of many.rows) {
    expect([name.length, price.length]).toEqual([2, 2]);
    const width = (lines: string[]) => Math.max(...lines.map((line) => measure(line, many.size, 'name')));
    expect(width(name) + width(price)).toBeLessThan(room.width);
    expect(name.at(-1)).toMatch(/…$/);
  }
});

test('one long name is shrunk until it has room, but no smaller than is comfortable to read', () => {
  const short = Array.from({ length: 11 }, () => ({ name: 'Teh', price: 'Gratis' }));
  const shrunk = layOutDishes(
    [{ name: 'Gulai Kapalo Lauak Nan Lamo Bana', price: 'Rp 9.000' }, ...short],
    room,
    measure,
  );
  expect(shrunk.rows[0]?.name.join(' ')).toBe('Gulai Kapalo Lauak Nan Lamo Bana');
  const cut = layOutDishes([{ name: 'a'.repeat(120), price: 'Rp 9.000' }, ...short], room, measure);
  expect(cut.size).toBe(46);
  expect(cut.rows[0]?.name[1]).toMatch(/…$/);
  // Among few dishes, which have room, it does not make the others small.
  expect(layOutDishes([{ name: 'a'.repeat(120), price: 'Rp 9.000' }, ...short.slice(9)], room, measure).size).toBe(60);
});

test('where two lines have no room, each dish has one', () => {
  const dishes = Array.from({ length: 8 }, () => ({ name: 'Gulai Kapalo Lauak '.repeat(5), price: 'Rp 9.000' }));
  const { rows } = layOutDishes(dishes, { width: 984, height: 500, sizes: [54, 42, 34] }, measure);
  expect(rows.map(({ name }) => name.length)).toEqual(Array.from({ length: 8 }, () => 1));
  expect(rows.reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(500);
});
