import type { Combination, Sought } from '../../platform/text/words.ts';

/**
 * Words that say how a dish is made, tastes or looks, or where it comes from. They name no dish: another banana helps a person who looks
 * for a fried banana, and something else that is fried does not.
 */
const manners =
  `angek asin asli bakar besar biasa dingin gadang goreang goreng hangat hijau hitam ijau ijo itam jumbo kaciak
  kecil ketek komplit kukuih kukus kuniang kuning manih manis mantap masin merah minang mini padang padeh panas pangang panggang
  pedas putiah putih rabuih rebus sirah spesial tumih tumis`.split(/\s+/);

/** Whether all that a sought word may stand for are such words, or beginnings of them. */
export const isManner = (sought: Sought): boolean =>
  sought
    .flat()
    .every(({ text }) => manners.some((word) => word === text || (text.length > 2 && word.startsWith(text))));

/**
 * Chooses the words of a search to look for when nothing has them all: as many as anything has, and among as many those that say more of
 * a dish. A word with which dishes begin says more (soto before daging), then one that fewer dishes have, then the one typed first.
 * @param combinations the combinations of the words that dishes have
 * @returns undefined if the search names a dish, and nothing has more of it than a manner
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
