import { ensureDebianTools } from './run/debian-tools.ts';
import { runTwice } from './run/run-twice.ts';
import { selectTests } from './run/select-tests.ts';
import { allTestSteps, checkSteps, otherBrowsersSteps, selectedSteps, usualTestSteps } from './run/steps.ts';

// Runs what a change has to pass, or with --all everything there is; a bare machine suffices. The last line is for programs:
// "<n> passed, <n> failed".
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
    process.exitCode = (await runTwice(steps)) ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
