import type { Finding } from './finding.ts';

/** The exit code, for monitors: 0 when all is well, 1 when something is broken, 2 when something should be looked at. */
export function exitCodeOf(findings: Finding[]): number {
  if (findings.some(({ state }) => state === 'error')) return 1;
  return findings.some(({ state }) => state === 'warning') ? 2 : 0;
}

/** A line for each finding, and below it what to do about it. */
export function reportOf(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ state, check, text, mend }) => [
    `${state.padEnd(7)}  ${check.padEnd(width)}  ${text}`,
    ...(mend === undefined ? [] : [`${' '.repeat(width + 11)}→ ${mend}`]),
  ]);
  return `${lines.join('\n')}\n`;
}

/** Writes the findings for programs, as one line of JSON. */
export const jsonOf = (findings: Finding[]): string =>
  `${JSON.stringify({ exitCode: exitCodeOf(findings), findings })}\n`;
