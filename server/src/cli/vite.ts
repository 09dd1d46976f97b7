import { spawn } from 'node:child_process';
import path from 'node:path';
import { programFolder } from '../platform/process/program-folder.ts';

/** Runs the web's development server in front of this one. It ends with this process. */
export function startVite(server: string): void {
  const vite = spawn(process.execPath, [path.join(programFolder, 'node_modules/vite/bin/vite.js')], {
    cwd: path.join(programFolder, 'web'),
    env: { ...process.env, LAPAU_SERVER: server },
    stdio: 'inherit',
  });
  process.once('exit', () => vite.kill());
}
