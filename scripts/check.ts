import { runSteps } from './run/run-steps.ts';
import { checkSteps } from './run/steps.ts';
import { formatOutcomes } from './run/summary.ts';

// Types, lint, format and house rules: what needs no database and no browser.
const outcomes = await runSteps(checkSteps);
console.log(`\n${formatOutcomes(outcomes).join('\n')}`);
process.exitCode = outcomes.every(({ result }) => result === 'passed') ? 0 : 1;
