import { inspect } from 'node:util';
import { align, megabytes } from '../shared/table.ts';

/** What a scenario has found so far; scenarios, load and checks all add to it. */
export type Outcome = {
  scenario: string;
  rounds: number;
  /** Writes that were answered 200. */
  acknowledged: number;
  /** Acknowledged writes that the database does not have. */
  lost: number;
  /** Acknowledged writes that the database has more than once. */
  doubled: number;
  /** Ends of the server's process that the scenario did not cause. */
  deaths: number;
  /** How often each answer other than 200 was given, as `503 not_ready`; `no answer` when the connection was lost. */
  answers: Map<string, number>;
  /** Processes that outlived the server's stop or kill. */
  processesLeft: number;
  deadlocks: number;
  /** Resident memory of the server's process in MB. */
  memory: { before: number; peak: number; after: number };
  /** The longest time from SIGTERM to the end of the process. */
  longestStopMs: number;
  /** Everything else that is wrong, each in a sentence. */
  faults: string[];
  /** Findings that are worth knowing and are no faults. */
  notes: string[];
  /** The reason why the scenario could not be run here. */
  skipped?: string;
};

export const emptyOutcome = (scenario: string): Outcome => ({
  scenario,
  rounds: 0,
  acknowledged: 0,
  lost: 0,
  doubled: 0,
  deaths: 0,
  answers: new Map(),
  processesLeft: 0,
  deadlocks: 0,
  memory: { before: 0, peak: 0, after: 0 },
  longestStopMs: 0,
  faults: [],
  notes: [],
});

/** The limit that docs/operating-reference.md states under Stopping. */
const stopLimitMs = 20_000;

/** 503 says that something Lapau depends on is away; any other 5xx is a defect. */
const isDefect = (answer: string): boolean => /^5(?!03)/.test(answer);

export function countAnswer({ answers }: Outcome, answer: string, times = 1): void {
  answers.set(answer, (answers.get(answer) ?? 0) + times);
}

export function giveUp(outcome: Outcome, error: unknown): void {
  outcome.faults.push(`it was given up: ${inspect(error)}`);
}

export const hasFailed = (outcome: Outcome): boolean =>
  [...outcome.answers.keys()].some(isDefect) ||
  outcome.faults.length > 0 ||
  outcome.longestStopMs > stopLimitMs ||
  outcome.lost + outcome.doubled + outcome.deaths + outcome.processesLeft + outcome.deadlocks > 0;

export function line(outcome: Outcome): string {
  const { scenario, rounds, acknowledged, lost, doubled, deaths, skipped, notes } = outcome;
  if (skipped !== undefined) return `${scenario}: not run: ${skipped}`;
  const counted = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${deaths} deaths`;
  return `${scenario}: ${hasFailed(outcome) ? 'FAILED' : 'passed'}: ${[counted, ...notes].join('; ')}`;
}

const headings = [
  'scenario',
  'rounds',
  'acknowledged',
  'lost',
  'doubled',
  'deaths',
  '5xx',
  'other answers',
  'deadlocks',
  'processes left',
  'memory before/peak/after',
  'longest stop',
  'verdict',
];

export function summary(outcomes: Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { memory, longestStopMs, skipped } = outcome;
    if (skipped !== undefined) return [outcome.scenario, ...headings.slice(2).map(() => ''), 'not run'];
    return [
      outcome.scenario,
      outcome.rounds,
      outcome.acknowledged,
      outcome.lost,
      outcome.doubled,
      outcome.deaths,
      kinds(outcome, (answer) => answer.startsWith('5')),
      kinds(outcome, (answer) => !answer.startsWith('5')),
      outcome.deadlocks,
      outcome.processesLeft,
      [memory.before, memory.peak, memory.after].map(megabytes).join('/'),
      longestStopMs === 0 ? '' : `${(longestStopMs / 1000).toFixed(1)} s`,
      hasFailed(outcome) ? 'FAILED' : 'passed',
    ].map(String);
  });
  return align([headings, ...rows]);
}

const kinds = ({ answers }: Outcome, belongs: (answer: string) => boolean): string =>
  [...answers]
    .filter(([answer]) => belongs(answer))
    .map(([answer, times]) => `${answer} × ${times}`)
    .join(', ');
