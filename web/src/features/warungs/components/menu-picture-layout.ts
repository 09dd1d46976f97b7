import { lineHeight, linesWithin } from './canvas-text.ts';

/** The pictures of a menu, in pixels: one that fills a phone, for the status of WhatsApp, and a square one for groups and feeds. */
export const menuFormats = {
  status: {
    width: 1080,
    height: 1920,
    /** The most dishes of one picture: with more of them names would be too small to read on a phone. */
    most: 12,
  },
  square: { width: 1080, height: 1080, most: 8 },
} as const;
export type MenuFormat = keyof typeof menuFormats;

/** The most pictures of one menu, as browsers hand no more than ten files to another app (Chromium's `kMaxSharedFileCount`). */
const mostPictures = 10;

/** Divides dishes among as few pictures as there can be, each with as many as the others. Beyond the last picture they are left out. */
export function dishesOfPictures<Dish>(dishes: readonly Dish[], format: MenuFormat): Dish[][] {
  const { most } = menuFormats[format];
  const shown = dishes.slice(0, most * mostPictures);
  const count = Math.ceil(shown.length / most);
  const startOf = (picture: number) => Math.ceil((picture * shown.length) / count);
  return Array.from({ length: count }, (_, picture) => shown.slice(startOf(picture), startOf(picture + 1)));
}

export type DrawnDish = {
  name: string;
  /** The price as it is shown. */
  price: string;
};

type Row = { name: string[]; price: string[]; height: number };

export type Rows = { size: number; rows: Row[] };

/** The space between two rows by the font size. */
const rowGap = 0.3;
/** The space between a name and its price, by the font size, and the part of the width that a price may take. */
const columnGap = 0.6;
const priceShare = 0.42;

/** @returns the width of a text in a font of this size */
export type Measure = (text: string, size: number, what: keyof DrawnDish) => number;

type Room = {
  width: number;
  height: number;
  /** The largest font size, the one down to which a long name may shrink all of them before it is cut, and the smallest. */
  sizes: [largest: number, comfortable: number, smallest: number];
};

/**
 * Lays the dishes of one picture out: names on the left, prices on the right, each on two lines at most, in the largest font in which all
 * have room. Where two lines have none in the smallest, each dish gets one.
 */
export function layOutDishes(dishes: readonly DrawnDish[], room: Room, measure: Measure): Rows {
  const [largest, comfortable, smallest] = room.sizes;
  // Where there is much room, one long name does not make all others small.
  const cutsFrom = Math.max(comfortable, Math.min(largest, room.height / dishes.length / 4));
  for (const lines of [2, 1]) {
    for (let size = largest; size >= smallest; size -= 2) {
      const rows = dishes.map((dish) => layOutDish(dish, room.width, size, lines, measure));
      const hasRoom = rows.reduce((sum, { height }) => sum + height, 0) <= room.height;
      if (hasRoom && (size <= cutsFrom || !rows.some(isCut))) return { size, rows };
    }
  }
  return { size: smallest, rows: dishes.map((dish) => layOutDish(dish, room.width, smallest, 1, measure)) };
}

function layOutDish(dish: DrawnDish, width: number, size: number, lines: number, measure: Measure): Row {
  const fits = (what: keyof DrawnDish, within: number) => (line: string) => measure(line, size, what) <= within;
  const price = linesWithin(dish.price, lines, fits('price', width * priceShare));
  const priceWidth = Math.max(...price.map((line) => measure(line, size, 'price')));
  const name = linesWithin(dish.name, lines, fits('name', width - priceWidth - size * columnGap));
  return { name, price, height: (Math.max(name.length, price.length) * lineHeight + rowGap) * size };
}

const isCut = ({ name, price }: Row): boolean => [name, price].some((lines) => lines.at(-1)?.endsWith('…'));
