import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './steps.ts';
import type { Step } from './steps.ts';

export type Outcome = { name: string; result: 'passed' | 'failed' | 'not run'; seconds: number };

/** Runs the steps in order, showing what they print. After a failed step only those that need it are skipped. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    if (outcomes.some(({ name, result }) => name === step.needs && result !== 'passed')) {
      outcomes.push({ name: step.name, result: 'not run', seconds: 0 });
      continue;
    }
    console.log(`\n── ${index + 1}/${steps.length} ${step.name}`);
    const start = performance.now();
    const result = (await runStep(step)) ? 'passed' : 'failed';
    outcomes.push({ name: step.name, result, seconds: (performance.now() - start) / 1000 });
  }
  return outcomes;
}

/** Runs all of a step's programs, also after one has failed. */
async function runStep({ commands, folder = '.', env }: Step): Promise<boolean> {
  let hasPassed = true;
  for (const [program, ...args] of commands) {
    console.log(`$ ${[program, ...args].join(' ')}`);
    const child = spawn(program, args, {
      cwd: path.join(root, folder),
      stdio: 'inherit',
      env: {
        ...process.env,
        ...env,
        PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
      },
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('close', resolve);
      child.once('error', (error) => {
        console.error(error.message);
        resolve(null);
      });
    });
    hasPassed &&= code === 0;
  }
  return hasPassed;
}

/** The table at the end: what passed, what failed, what was not run, and how long each took. */
export function formatOutcomes(outcomes: Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const rows = outcomes.map(({ name, result, seconds }) => {
    const time = result === 'not run' ? '' : `${seconds.toFixed(1)} s`.padStart(9);
    return `${name.padEnd(width)}  ${result.padEnd(7)}${time}`;
  });
  return ['', ...rows].join('\n');
}
