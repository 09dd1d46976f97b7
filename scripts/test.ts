import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTests } from './run/counts.ts';
import { ensureDebianTools } from './run/debian-tools.ts';
import { formatOutcomes, runSteps } from './run/run-steps.ts';
import { checkSteps, testSteps } from './run/steps.ts';

// Everything there is to check, on a bare machine. The last line is for programs: "<n> passed, <n> failed".
const folder = mkdtempSync(path.join(tmpdir(), 'lapau-test-'));
const results = { vitest: path.join(folder, 'vitest.json'), playwright: path.join(folder, 'playwright.json') };
const steps = [...checkSteps, ...testSteps(results)];

console.log(`The tests run in these steps: ${steps.map(({ name }) => name).join(', ')}.`);
if (ensureDebianTools()) {
  const outcomes = await runSteps(steps);
  const { passed, failed } = countTests(results, outcomes);
  console.log(`${formatOutcomes(outcomes)}\n\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
