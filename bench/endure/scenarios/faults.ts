/** One round of a scenario that goes through faults in turns. */
export type Round = { name: string; acknowledged: number; awayMs: number; longestWriteMs: number };

/** The names of the faults that contain the word. @throws Error when none does */
export function faultsNamed(faults: Record<string, unknown>, word: string): string[] {
  const names = Object.keys(faults).filter((name) => name.includes(word));
  if (names.length === 0) throw new Error(`No fault contains “${word}”; there are ${Object.keys(faults).join('; ')}.`);
  return names;
}

/** Makes a line for each fault: how often it came, what was acknowledged, and how long writes were away. */
export function describeRounds(rounds: Round[]): string[] {
  return [...Map.groupBy(rounds, ({ name }) => name)].map(([name, all]) => {
    const acknowledged = all.reduce((sum, round) => sum + round.acknowledged, 0);
    const [away, longest] = [all.map(({ awayMs }) => awayMs), all.map(({ longestWriteMs }) => longestWriteMs)];
    const range = (values: number[]) => `${seconds(Math.min(...values))} to ${seconds(Math.max(...values))}`;
    return `${name}: ${all.length} ×, ${acknowledged} acknowledged, nothing acknowledged for ${range(away)} s, longest write ${range(longest)} s`;
  });
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
