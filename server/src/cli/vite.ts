import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

/** Runs the web's development server in front of this one. It ends with this process. */
export function startVite(server: string): void {
  const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, LAPAU_SERVER: server },
    stdio: 'inherit',
  });
  process.once('exit', () => vite.kill());
}
