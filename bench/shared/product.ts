import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** The script behind `npm start` and `npm run demo`. It execs Node, so that signals reach Node itself. */
export const launcher = path.join(root, 'scripts/launch.sh');

/** The options that the launcher gives Node, for use in the root folder. */
export function nodeOptions(): string[] {
  const v8Options = readFileSync(launcher, 'utf8').match(/^ +--[\w-]+(?:=\d+)?/gm) ?? [];
  return [...v8Options.map((option) => option.trim()), '-r', './scripts/require-node.cjs'];
}
