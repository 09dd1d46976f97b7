import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const built = path.join(import.meta.dirname, '../../web/dist');

type Faults = {
  /** Runs before the app does. */
  code?: string;
  /** The app's first file is not there. */
  isMissing?: boolean;
  /** The worker's code. */
  worker?: string;
};

/**
 * Makes another release of the built web app: the same code, with `data-release` on its page, under names of its own.
 * @returns its folder
 */
export async function buildRelease(name: string, { code = '', isMissing = false, worker }: Faults = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), `lapau-release-${name}-`));
  await cp(built, folder, { recursive: true });
  const assets = path.join(folder, 'assets');
  for (const file of await readdir(assets)) if (/\.(?:br|gz)$/.test(file)) await rm(path.join(assets, file));
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const renamed = (text: string) =>
    scripts.reduce((all, file) => all.replaceAll(file, file.replace(/\.js$/, `-${name}.js`)), text);
  for (const file of [...scripts.map((script) => `assets/${script}`), 'index.html', '.vite/manifest.json']) {
    const text = await readFile(path.join(folder, file), 'utf8');
    await writeFile(path.join(folder, file), renamed(text));
  }
  for (const file of scripts) await rename(path.join(assets, file), path.join(assets, renamed(file)));
  const first = path.join(assets, renamed(scripts.find((file) => file.startsWith('index-')) ?? ''));
  const start = `document.documentElement.dataset.release = '${name}'; ${code}\n`;
  await writeFile(first, `${start}${await readFile(first, 'utf8')}`);
  if (isMissing) await rm(first);
  if (worker !== undefined) await writeFile(path.join(folder, 'worker.js'), worker);
  return folder;
}
