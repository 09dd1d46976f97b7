import { variableNames } from '../../platform/config/config.ts';
import type { Config } from '../../platform/config/config.ts';
import { isReadAtStart } from '../../platform/config/read-env-file.ts';
import type { EnvFile } from '../../platform/config/read-env-file.ts';
import { openTrust } from '../../platform/config/trust-proxy.ts';
import { ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** The variables whose values may be shown: they hold no secret. */
const shown = new Set(['PORT', 'HOST', 'LAPAU_DATA', 'PUBLIC_URL']);

/** The variables that Node and Lapau's libraries read besides Lapau's own. */
const ofLibraries =
  'PGHOST PGPORT PGUSER PGPASSWORD PGPASSFILE PGDATABASE PGOPTIONS PGAPPNAME PGSSLMODE NODE_ENV NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED UV_THREADPOOL_SIZE TZ TMPDIR'.split(
    ' ',
  );

/** Says where each setting comes from: the file, the environment, which overrides the file, or Lapau's defaults. */
export function describeSources(environment: NodeJS.ProcessEnv, file: EnvFile | undefined, config?: Config): Finding {
  const value = (name: string) => (config && shown.has(name) && environment[name] ? `=${environment[name]}` : '');
  const inFile = [...(file?.taken ?? [])].filter(isKnown).map((name) => name + value(name));
  const beside = [...variableNames, ...ofLibraries.filter((name) => file?.variables.has(name))]
    .filter((name) => environment[name] !== undefined && !file?.taken.has(name))
    .map((name) => `${name}${value(name)}${file?.variables.has(name) ? ' (instead of the file’s)' : ''}`);
  const ofLapau = Object.entries({ PORT: config?.port, HOST: config?.host, LAPAU_DATA: config?.dataFolder })
    .filter(([name, used]) => used !== undefined && !environment[name]?.trim())
    .map(([name, used]) => `${name}=${used}`);
  const parts = [
    file ? `${file.name}: ${listed(inFile)}` : 'no file, as LAPAU_ENV_FILE is not set',
    `environment: ${listed(beside)}`,
    ...(ofLapau.length > 0 ? [`default: ${listed(ofLapau)}`] : []),
  ];
  return ok('configuration', parts.join('; '));
}

const listed = (names: string[]): string => names.join(', ') || 'nothing';

const isKnown = (name: string): boolean => variableNames.includes(name) || ofLibraries.includes(name);

/** Finds lines of the file that do something else than it seems, and whether others may read it. */
export function checkEnvFile({ name, variables, remarks, isReadableByAll }: EnvFile): Finding[] {
  const findings = remarks.map((remark) =>
    warning('configuration', remark, 'systemd.exec(5), EnvironmentFile=, has the rules.'),
  );
  for (const [variable, { line }] of variables) {
    if (isKnown(variable) || isReadAtStart(variable)) continue;
    const nearest = nearestTo(variable);
    // After a line that was broken by mistake, part of a key may look like a name.
    const what = /^[A-Z][A-Z\d_]{1,40}$/.test(variable) ? variable : 'a name';
    const text = `line ${line} of ${name} sets ${what}, which Lapau does not know`;
    const mend = nearest ? `Is ${nearest} meant?` : 'Remove it; README.md lists the settings.';
    findings.push(warning('configuration', text, mend));
  }
  if (isReadableByAll) {
    const text = `everybody on this machine may read ${name}, with the secrets in it`;
    findings.push(warning('configuration', text, `chmod o= ${name}`));
  }
  return findings;
}

function nearestTo(name: string): string | undefined {
  const [nearest] = [...variableNames, ...ofLibraries]
    .map((known) => ({ known, away: differences(known, name) }))
    .toSorted((one, other) => one.away - other.away);
  return nearest && nearest.away <= name.length / 3 ? nearest.known : undefined;
}

/** How many characters are to be added, removed or changed to get from one name to the other (Levenshtein). */
function differences(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at++)
      next.push(
        Math.min(
          (next[at - 1] ?? 0) + 1,
          (row[at] ?? 0) + 1,
          (row[at - 1] ?? 0) + (other[at - 1] === character ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

export function checkTrust(config: Config): Finding[] {
  const open = openTrust(config);
  return open === undefined ? [] : [warning('configuration', open.text, open.mend)];
}
