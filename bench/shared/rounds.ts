/**
 * Runs the contestants alternately (A B A B …), so that other load on the machine affects them alike.
 * @returns the results of each, one per round
 */
export async function runInRounds<Results extends Record<string, unknown>>(
  rounds: number,
  contestants: { [Name in keyof Results]: () => Promise<Results[Name]> },
): Promise<{ [Name in keyof Results]: Results[Name][] }> {
  const names: (keyof Results)[] = Object.keys(contestants);
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Results]: Results[Name][];
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await contestants[name]());
  }
  return results;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The median of the ratios of each round: what slows a whole round cancels out. */
export const medianRatio = (values: number[], others: number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
