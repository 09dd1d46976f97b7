import { ensureDebianTools } from './run/debian-tools.ts';
import { runAgain, runSteps } from './run/run-steps.ts';
import { selectTests } from './run/select-tests.ts';
import { allTestSteps, checkSteps, otherBrowsersSteps, selectedSteps, usualTestSteps } from './run/steps.ts';
import { formatSummary } from './run/summary.ts';
import { judge } from './run/verdict.ts';

// Without arguments what a change has to pass, with --all everything there is, on a bare machine. The last line is for programs: "<n> passed, <n> failed".
process.exitCode = 1;
try {
  const selection = selectTests(process.argv.slice(2));
  const steps =
    selection === 'all'
      ? [...checkSteps, ...allTestSteps]
      : selection === 'usual'
        ? [...checkSteps, ...usualTestSteps]
        : selection === 'browsers'
          ? otherBrowsersSteps
          : selectedSteps(selection);
  console.log(`The tests run in these steps: ${steps.map(({ name }) => name).join(', ')}.`);
  if (ensureDebianTools(steps.flatMap(({ packages = [] }) => packages))) {
    const first = await runSteps(steps);
    const second = await runAgain(steps, first);
    const verdict = judge(first, second);
    console.log(`\n${formatSummary(first, second, verdict)}`);
    process.exitCode = verdict.red.length === 0 ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
