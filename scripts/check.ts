import { formatOutcomes, runSteps } from './run/run-steps.ts';
import { checkSteps } from './run/steps.ts';

// Types, lint, format and house rules: what needs no database and no browser.
const outcomes = await runSteps(checkSteps);
console.log(formatOutcomes(outcomes));
process.exitCode = outcomes.every(({ result }) => result === 'passed') ? 0 : 1;
