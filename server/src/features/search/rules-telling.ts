import type { Combination, Sought } from '../../platform/text/words.ts';

/**
 * Words of how a dish is made, tastes and looks, and where it comes from. They are no dish: who looks for a fried banana is
 * helped by another banana, not by something else that is fried.
 */
const manners =
  `angek asin asli bakar besar biasa dingin gadang goreang goreng hangat hijau hitam ijau ijo itam jumbo kaciak
  kecil ketek komplit kukuih kukus kuniang kuning manih manis mantap masin merah minang mini padang padeh panas pangang panggang
  pedas putiah putih rabuih rebus sirah spesial tumih tumis`.split(/\s+/);

/** Whether what stands for a word is such a word, or the beginning of one. */
export const isManner = (sought: Sought): boolean =>
  sought
    .flat()
    .every(({ text }) => manners.some((word) => word === text || (text.length > 2 && word.startsWith(text))));

/**
 * What of a search to look for when nothing has all of it: as much as anything has, and of as much what says more of a dish.
 * A word that dishes begin with does (soto before daging), then one that fewer have, then the one typed first.
 * @param combinations in which the words are there
 * @returns undefined when nothing has more than a manner of a search that names a dish too
 */
export function mostTelling(sought: Sought[], combinations: Combination[]): Sought[] | undefined {
  const dishes = sought.some((one) => !isManner(one)) ? sought.map((one) => !isManner(one)) : sought.map(() => true);
  const total = (index: number, least: number) =>
    combinations.reduce((sum, { places, count }) => sum + (at(places, index) >= least ? count : 0), 0);
  const ranked = sought
    .map((_, index) => ({ index, isDish: dishes[index], begins: total(index, 2) > 0, count: total(index, 1) }))
    .toSorted(
      (one, other) =>
        Number(other.isDish) - Number(one.isDish) ||
        Number(other.begins) - Number(one.begins) ||
        one.count - other.count ||
        one.index - other.index,
    );
  const has = ({ places }: Combination, index: number) => at(places, index) > 0;
  const value = (combination: Combination): number[] => [
    dishes.filter((isDish, index) => isDish && has(combination, index)).length,
    ...ranked.map(({ index }) => Number(has(combination, index))),
  ];
  const [best] = combinations.toSorted((one, other) => compare(value(other), value(one)));
  return best && at(value(best), 0) > 0 ? sought.filter((_, index) => has(best, index)) : undefined;
}

function compare(one: number[], other: number[]): number {
  const difference = one.findIndex((value, index) => value !== other[index]);
  return difference === -1 ? 0 : at(one, difference) - at(other, difference);
}

const at = (values: number[], index: number): number => values[index] ?? 0;
