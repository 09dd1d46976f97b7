import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAccount, isRoot, succeedsAs } from './account.ts';
import type { Account } from './account.ts';

/** The user who runs the tests, and, when that is root and the checkout is open to others, an ordinary user as well. */
export const self: Account = { name: isRoot() ? 'root' : 'an ordinary user' };
const ordinary = isRoot() ? findAccount(['nobody']) : undefined;
const canRunHere =
  ordinary !== undefined &&
  succeedsAs(ordinary, process.execPath, ['--version']) &&
  succeedsAs(ordinary, 'test', ['-r', fileURLToPath(import.meta.url)]);

export const users: Account[] = ordinary && canRunHere ? [self, ordinary] : [self];
export const ordinaryUsers = users.filter((user) => !isRoot() || user.uid !== undefined);

/** An empty folder of the user that others may enter. */
export function makeFolder(user: Account = self): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'embedded-postgres-'));
  chmodSync(folder, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The part of a path below makeFolder's folder that all processes of its server carry in their command lines. */
export const processName = (inside: string): string => /embedded-postgres-\w+/.exec(inside)?.[0] ?? '';

/** Ids of all processes of the folder, PostgreSQL's children included (Linux; elsewhere none is seen). */
export function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => {
      try {
        return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(processName(folder));
      } catch {
        return false; // the process has just ended
      }
    })
    .map(Number);
}

/** Kills all processes of the folder, as a power cut would. */
export function killAllOf(folder: string): void {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // PostgreSQL's children end by themselves when their parent is gone
    }
  }
}
