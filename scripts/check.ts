import { runSteps } from './run/run-steps.ts';
import { checkSteps } from './run/steps.ts';
import { formatOutcomes } from './run/summary.ts';

// Checks types, lint, format and house rules, which need neither a database nor a browser.
const outcomes = await runSteps(checkSteps);
console.log(`\n${formatOutcomes(outcomes).join('\n')}`);
process.exitCode = outcomes.every(({ result }) => result === 'passed') ? 0 : 1;
