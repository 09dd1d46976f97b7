import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { webFolder } from '../platform/http/pages.ts';

const root = path.join(webFolder, '../..');
const page = path.join(webFolder, 'index.html');

/** Builds the web app when it was not built yet or its sources are newer. A shipped image brings it built. */
export async function buildWeb(): Promise<void> {
  const sources = path.join(root, 'web/src');
  if (!existsSync(sources)) return;
  if (existsSync(page) && statSync(page).mtimeMs > (await newest([sources, path.join(root, 'contract/src')]))) return;
  process.stdout.write('Building the web app …\n');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: path.join(root, 'web') });
}

async function newest(folders: string[]): Promise<number> {
  let time = statSync(path.join(root, 'package-lock.json')).mtimeMs;
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true })) {
      time = Math.max(time, statSync(path.join(folder, entry)).mtimeMs);
    }
  }
  return time;
}
