import type { Finding } from '../../../server/src/operations/doctor/finding.ts';
import { runLapau } from '../target/lapau-command.ts';
import type { Target } from '../target/target.ts';
import { until } from '../target/until.ts';

/** The states that doctor has to report of these checks at a stage. */
type Expected = Partial<Record<'jobs' | 'deletion' | 'backup', Finding['state']>>;

/** Lapau checks every minute whether schedules are late and whether the clock was set; this is enough for two such checks. */
const patienceMs = 150_000;

/** Notes what doctor and /metrics say at a stage and did not say at the one before; the first stage has no name. */
export function createWitness(target: Target, environment: NodeJS.ProcessEnv) {
  let known = new Set<string>();
  return async (stage?: string, expected: Expected = {}): Promise<void> => {
    const findings = await findingsOf(environment);
    const said = new Set([...textsOf(findings), ...(await metricsOf(target.lapau.url))]);
    const fresh = [...said].filter((text) => !known.has(text));
    known = said;
    if (stage !== undefined)
      target.outcome.notes.push(`${stage}: ${fresh.join('; ') || 'doctor and /metrics say nothing new'}`);
    const unsaid = (given: Finding[]) =>
      Object.entries(expected).filter(
        ([check, state]) => !given.some((one) => one.check === check && one.state === state),
      );
    let left = unsaid(findings);
    const isSaid = async () => {
      left = unsaid(await findingsOf(environment));
      return left.length === 0;
    };
    if (left.length > 0) await until('doctor', isSaid, patienceMs).catch(() => undefined); // told below
    for (const [check, state] of left) target.outcome.faults.push(`${stage}: doctor does not say ${state} at ${check}`);
  };
}

async function findingsOf(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { said, printed } = await runLapau(['doctor', '--json'], environment).ended;
  if (!printed.startsWith('{')) throw new Error(`doctor printed nothing: ${said}`);
  const { findings } = JSON.parse(printed) as { findings: Finding[] };
  return findings;
}

const textsOf = (findings: Finding[]): string[] =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, text }) => `doctor ${state} at ${check}: ${text}`);

/** Reads the metrics about jobs, schedules, deletion and the backup; those that are 0 are left out. */
async function metricsOf(url: string): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics
    .split('\n')
    .filter((line) => /^lapau_(jobs|last_backup|schedule|deletion)/.test(line) && !line.endsWith(' 0'))
    .map((line) => (line.includes('timestamp') ? dated(line) : line.replace(/(\.\d)\d+$/, '$1')));
}

const dated = (line: string): string =>
  line.replace(/ (\S+)$/, (_, seconds: string) => ` ${new Date(Number(seconds) * 1_000).toISOString()}`);
