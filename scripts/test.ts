import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTests, formatCounts } from './run/counts.ts';
import { ensureDebianTools } from './run/debian-tools.ts';
import { formatOutcomes, runSteps } from './run/run-steps.ts';
import { selectTests } from './run/select-tests.ts';
import { allTestSteps, checkSteps, otherBrowsersSteps, selectedSteps, usualTestSteps } from './run/steps.ts';

// Without arguments what a change has to pass, with --all everything there is, on a bare machine. The last line is for programs: "<n> passed, <n> failed".
const folder = mkdtempSync(path.join(tmpdir(), 'lapau-test-'));
const results = { vitest: path.join(folder, 'vitest'), playwright: path.join(folder, 'playwright') };
try {
  const selection = selectTests(process.argv.slice(2));
  const steps =
    selection === 'all'
      ? [...checkSteps, ...allTestSteps(results)]
      : selection === 'usual'
        ? [...checkSteps, ...usualTestSteps(results)]
        : selection === 'browsers'
          ? otherBrowsersSteps(results)
          : selectedSteps(results, selection);
  process.exitCode = 1;
  console.log(`The tests run in these steps: ${steps.map(({ name }) => name).join(', ')}.`);
  if (ensureDebianTools(steps.flatMap(({ packages = [] }) => packages))) {
    const outcomes = await runSteps(steps);
    const counts = countTests(results, outcomes);
    console.log(`${formatOutcomes(outcomes)}\n\n${formatCounts(counts)}`);
    process.exitCode = counts.failed === 0 ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
