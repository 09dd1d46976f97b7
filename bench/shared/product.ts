import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** Runs the project's own command; its process is Node's from the first signal on. */
export const launcher = path.join(root, 'scripts/launch.sh');

/** The options that the launcher gives Node; to be used in the project's folder. */
export function nodeOptions(): string[] {
  const v8Options = readFileSync(launcher, 'utf8').match(/^ +--[\w-]+=\d+/gm) ?? [];
  return [...v8Options.map((option) => option.trim()), '-r', './scripts/require-node.cjs'];
}
