import { runAgain, runSteps } from './run-steps.ts';
import type { Step } from './steps.ts';
import { formatSummary } from './summary.ts';
import { judge } from './verdict.ts';

/**
 * Runs the steps, then what failed in them once more, and prints how the run ended.
 * @returns whether nothing is red
 */
export async function runTwice(steps: Step[]): Promise<boolean> {
  const first = await runSteps(steps);
  const second = await runAgain(steps, first);
  const verdict = judge(first, second);
  console.log(`\n${formatSummary(first, second, verdict)}`);
  return verdict.red.length === 0;
}
