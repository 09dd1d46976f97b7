import type { Finding } from '../../../server/src/operations/doctor/finding.ts';
import { runLapau } from '../target/lapau-command.ts';
import type { Target } from '../target/target.ts';

/** What doctor and /metrics say at a stage that they did not say at the one before; the first has no name. */
export function createWitness(target: Target, environment: NodeJS.ProcessEnv) {
  let known = new Set<string>();
  return async (stage?: string): Promise<void> => {
    const said = new Set([...(await findingsOf(environment)), ...(await metricsOf(target.lapau.url))]);
    const fresh = [...said].filter((text) => !known.has(text));
    known = said;
    if (stage !== undefined)
      target.outcome.notes.push(`${stage}: ${fresh.join('; ') || 'doctor and /metrics say nothing new'}`);
  };
}

async function findingsOf(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { said, printed } = await runLapau(['doctor', '--json'], environment).ended;
  if (!printed.startsWith('{')) throw new Error(`doctor printed nothing: ${said}`);
  const { findings } = JSON.parse(printed) as { findings: Finding[] };
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, text }) => `doctor ${state} at ${check}: ${text}`);
}

/** Of those about jobs and the backup, what is not nothing. */
async function metricsOf(url: string): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics
    .split('\n')
    .filter((line) => /^lapau_(jobs|last_backup|schedule|retention)/.test(line) && !line.endsWith(' 0'))
    .map((line) => (line.includes('timestamp') ? dated(line) : line.replace(/(\.\d)\d+$/, '$1')));
}

const dated = (line: string): string =>
  line.replace(/ (\S+)$/, (_, seconds: string) => ` ${new Date(Number(seconds) * 1_000).toISOString()}`);
