import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../shared/product.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The last release with a tag, or where there is none the last commit. */
export function lastRelease(): string {
  const tags = git('tag', '--merged', 'HEAD', '--sort=-creatordate');
  return tags.split('\n')[0] || 'HEAD';
}

/** This tree as it is, with what is not committed. */
export const thisTree = (): string => git('stash', 'create') || 'HEAD';

/**
 * Puts a release into a folder, to be run from there: its own code and workspaces, with this repository's packages and web app.
 * @param commit a tag, too
 */
export function unpackRelease(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const packages = path.join(root, 'node_modules');
  const own = path.join(folder, 'node_modules');
  mkdirSync(path.join(own, '@lapau'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@lapau') symlinkSync(path.join(packages, name), path.join(own, name));
  for (const name of readdirSync(path.join(packages, '@lapau'))) {
    symlinkSync(path.join(folder, name), path.join(own, '@lapau', name));
    // where npm puts what two workspaces need in different versions
    const nested = path.join(root, name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, path.join(folder, name, 'node_modules'));
  }
  cpSync(path.join(root, 'web/dist'), path.join(folder, 'web/dist'), { recursive: true });
}
