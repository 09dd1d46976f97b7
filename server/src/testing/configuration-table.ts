import { readFileSync } from 'node:fs';
import path from 'node:path';

const readme = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');

/** The variables that README's table of the configuration has. */
export const configurationVariables: ReadonlySet<string> = new Set(
  [...readme.matchAll(/^\| (`[A-Z].*?) +\|/gm)].flatMap(([, names = '']) => names.match(/[A-Z][A-Z\d_]+/g) ?? []),
);
