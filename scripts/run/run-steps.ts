import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../root.ts';
import type { Command } from './runner-commands.ts';
import type { Step } from './steps.ts';
import { readReport, reportVariable } from './test-report.ts';
import type { FileTime, TestResult } from './test-report.ts';

/** How a step ended. `tests` holds all tests of a step that runs tests, and only the failures of any other step. */
export type Outcome = {
  name: string;
  result: 'passed' | 'failed' | 'not run';
  seconds: number;
  tests: TestResult[];
  files: FileTime[];
};

/** Runs the steps in order, showing what they print. After a failed step only those that need it are skipped. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, step] of steps.entries()) {
    if (outcomes.some(({ name, result }) => name === step.needs && result !== 'passed')) {
      outcomes.push({ name: step.name, result: 'not run', seconds: 0, tests: [], files: [] });
      continue;
    }
    console.log(`\n── ${index + 1}/${steps.length} ${step.name}`);
    outcomes.push(await runStep(step));
  }
  return outcomes;
}

/** Runs what failed in the steps once more, when all have ended: one test after another, nothing beside it. */
export function runAgain(steps: Step[], outcomes: Outcome[]): Promise<Outcome[]> {
  const again = steps.flatMap(({ needs: _, ...step }) => {
    const [command] = step.commands;
    const failed = outcomes.find(({ name }) => name === step.name)?.tests.filter(hasFailed) ?? [];
    return step.again && command && failed.length > 0 ? [{ ...step, commands: step.again(command, failed) }] : [];
  });
  if (again.length > 0) console.log('\nWhat failed is run once more, alone.');
  return runSteps(again);
}

const hasFailed = ({ outcome }: TestResult): boolean => outcome === 'failed';

/** Runs all of a step's programs, also after one has failed. */
async function runStep(step: Step): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-report-'));
  const report = path.join(folder, 'tests.jsonl');
  const start = performance.now();
  const failures: string[] = [];
  try {
    for (const command of step.commands) {
      const failure = await runCommand(command, step, report);
      if (failure !== undefined) failures.push(`${command.join(' ')} ${failure}`);
    }
    const { tests, files, ends } = readReport(report, step.name);
    const seconds = (performance.now() - start) / 1000;
    // A type error fails a step without a failed test. A runner that was killed, or ended too early, has not run all of its tests.
    const isCut = step.again !== undefined && ends < step.commands.length;
    if (isCut) failures.push('Its tests did not all come to an end.');
    if (isCut || (failures.length > 0 && !tests.some(hasFailed)))
      tests.push(failedWhole(step, seconds, failures.join('\n')));
    return { name: step.name, result: tests.some(hasFailed) ? 'failed' : 'passed', seconds, tests, files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes the result of a step that failed, and not for its tests alone. */
const failedWhole = ({ name }: Step, seconds: number, error: string): TestResult => ({
  step: name,
  project: '',
  file: '',
  name: '',
  outcome: 'failed',
  seconds,
  load: os.loadavg()[0] ?? 0,
  error,
});

/** A program that takes longer hangs: on a slow machine the longest, the stories, takes 45 minutes. The CI ends a run after 90. */
const limitMs = 60 * 60_000;

/** @returns how it failed, if it did */
async function runCommand(
  [program, ...args]: Command,
  { folder = '.' }: Step,
  report: string,
): Promise<string | undefined> {
  console.log(`$ ${[program, ...args].join(' ')}`);
  const child = spawn(program, args, {
    cwd: path.resolve(root, folder),
    stdio: 'inherit',
    env: {
      ...process.env,
      [reportVariable]: report,
      // Many tests start the server as a process of its own; to compile its modules takes a third of its start.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
    },
  });
  // Node's own option `timeout` keeps this process alive when a program cannot be started.
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${code ?? signal}`));
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(message);
    });
  });
  clearTimeout(limit);
  return failure;
}
