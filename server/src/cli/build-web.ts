import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { webFolder } from '../platform/http/pages.ts';

/** Rethrows an error that has none of these codes. */
const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

const code = ['web/src', 'contract/src'];
/** What else goes into a build, where it is there. */
const ingredients = [
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'scripts/old-browsers',
  'scripts/rendering',
  'package-lock.json',
];

/**
 * Builds the web app into web/dist if it was not built yet or its sources are newer. `npm ci` does so at installation;
 * a start does so when the sources have changed since. Without write permission an existing build is served.
 * @param options.signal ends the build; what was built before stays
 * @throws StartRefused when there is no built web app and none can be built, or the build fails
 */
export async function buildWeb({
  root = path.join(webFolder, '../..'),
  signal,
}: { root?: string; signal?: AbortSignal } = {}): Promise<void> {
  const page = path.join(root, 'web/dist/index.html');
  if (!code.every((folder) => existsSync(path.join(root, folder)))) return;
  const isBuilt = existsSync(page);
  if (
    isBuilt &&
    statSync(page).mtimeMs > (await newestOf([...code, ...ingredients].map((source) => path.join(root, source))))
  )
    return;
  const obstacle = await build(root, signal);
  if (obstacle === undefined) return;
  if (!isBuilt) throw new StartRefused(`The web app is not built: ${obstacle}`);
  process.stderr.write(`The web app was built from older sources: ${obstacle}\n`);
}

/**
 * Builds in another folder and renames it: web/dist is always a complete build, also after a kill or concurrent builds.
 * @returns why this user cannot build, and what to do
 */
async function build(root: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!existsSync(path.join(root, 'node_modules/vite')))
    return 'Vite is not installed. Run npm ci without --omit=dev, or copy a built web/dist.';
  const current = path.join(root, 'web/dist');
  let aside: string | undefined;
  try {
    const cache = path.join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    aside = await mkdtemp(path.join(cache, 'web-'));
    process.stdout.write('Building the web app …\n');
    await runVite(root, path.join(aside, 'new'), signal);
    await rename(current, path.join(aside, 'old')).catch(unless('ENOENT'));
    // Another build from the same sources was quicker.
    await rename(path.join(aside, 'new'), current).catch(unless('ENOTEMPTY', 'EEXIST'));
    return undefined;
  } catch (error) {
    unless('EACCES', 'EPERM', 'EROFS')(error as NodeJS.ErrnoException);
    return `this user cannot write ${root}. Run npm run build as the user who installed Lapau.`;
  } finally {
    if (aside !== undefined) await rm(aside, { recursive: true, force: true });
  }
}

async function runVite(root: string, outFolder: string, signal?: AbortSignal): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  // With another NODE_ENV, such as a test's, Vite takes the development code of libraries.
  const options = { cwd: path.join(root, 'web'), env: { ...process.env, NODE_ENV: 'production' }, signal };
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', outFolder, '--emptyOutDir'], options);
  } catch (error) {
    signal?.throwIfAborted();
    throw new StartRefused(`The web app cannot be built:\n${(error as { stderr?: string }).stderr ?? String(error)}`);
  }
}

async function newestOf(sources: string[]): Promise<number> {
  let time = 0;
  for (const source of sources.filter((one) => existsSync(one))) {
    const inside = statSync(source).isDirectory() ? await readdir(source, { recursive: true }) : [];
    for (const entry of ['', ...inside]) time = Math.max(time, statSync(path.join(source, entry)).mtimeMs);
  }
  return time;
}
