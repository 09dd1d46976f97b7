import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** How the project's own command starts: Node's options and the program, both to be used in the project's folder. */
export function commandOf(script: 'start' | 'demo'): { options: string[]; program: string } {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>;
  };
  const [, ...words] = scripts[script].split(' ');
  return { options: words.slice(0, -1), program: words.at(-1) ?? '' };
}
