/**
 * Lets the contestants run in turns (A B A B …), so that whatever else the machine does meets them alike.
 * @returns each one's results, round by round
 */
export async function inTurns<Results extends Record<string, unknown>>(
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

/** The median of the rounds' ratios: what slows a whole round cancels out. */
export const medianRatio = (values: number[], others: number[]): number =>
  median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
