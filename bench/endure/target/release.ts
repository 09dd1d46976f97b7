import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { root } from '../../shared/product.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The last release with a tag, or where there is none the last commit. */
export function lastRelease(): string {
  const tags = git('tag', '--merged', 'HEAD', '--sort=-creatordate');
  return tags.split('\n')[0] || 'HEAD';
}

/** A commit of this tree as it is, with what is not committed. */
export const thisTree = (): string => git('stash', 'create') || 'HEAD';

/**
 * Builds this tree's web app as that of another release: the same app, with other names for all its code.
 */
export async function buildOtherWeb(into: string): Promise<void> {
  const web = path.join(root, 'web');
  const banner = "globalThis.lapauRelease = 'other';";
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: into, emptyOutDir: true, rolldownOptions: { output: { banner } } },
  });
}

function extract(commit: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

const installMs = 10 * 60_000;

/** Installs a release in a folder as it was: with the packages of its own lock file, and the web app as its own build makes it. */
export function installRelease(commit: string, folder: string): void {
  extract(commit, folder);
  // The npm that runs this program passes its own --prefix on. NODE_ENV is production after a build, without what the next one needs.
  const args = ['ci', '--prefix', folder, '--include=dev'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: installMs });
}

/**
 * Puts a release into a folder, to be run from there: its own code and workspaces, with packages of another folder. What is there
 * already is replaced, as an installation does it: first everything goes.
 * @param commit the release's commit or tag
 * @param installed the folder whose packages it gets: this repository, or where installRelease has put the release
 * @param web the built web app, that of `installed` unless given
 */
export function unpackRelease(
  commit: string,
  folder: string,
  installed: string,
  web = path.join(installed, 'web/dist'),
): void {
  extract(commit, folder);
  const packages = path.join(installed, 'node_modules');
  const own = path.join(folder, 'node_modules');
  mkdirSync(path.join(own, '@lapau'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@lapau') symlinkSync(path.join(packages, name), path.join(own, name));
  for (const name of readdirSync(path.join(packages, '@lapau'))) {
    symlinkSync(path.join(folder, name), path.join(own, '@lapau', name));
    // npm puts packages here that two workspaces need in different versions.
    const nested = path.join(installed, name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, path.join(folder, name, 'node_modules'));
  }
  cpSync(web, path.join(folder, 'web/dist'), { recursive: true });
}
