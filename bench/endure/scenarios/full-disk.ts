import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withTarget } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const run = promisify(execFile);

const size = '512m';
const fullForMs = 10_000;

/** The disk of data, database and log has no space left for a while, and then has some again. */
export const fullDisk: Scenario = async (outcome, { rounds = 5 }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-endure-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'lapau-endure', folder]);
  } catch (error) {
    outcome.skipped = `a small disk to fill needs the right to mount a tmpfs (${String(error).trim()})`;
    return rm(folder, { recursive: true });
  }
  try {
    await withTarget(outcome, { folder }, async (target) => {
      for (let round = 0; round < rounds; round += 1) {
        await underLoad(target, async (load) => {
          const filler = path.join(folder, 'filler');
          const filling = new AbortController();
          const filled = keepFull(filler, filling.signal);
          try {
            await load.unavailable(10);
            await delay(fullForMs);
          } finally {
            filling.abort();
            await filled;
            await rm(filler);
          }
        });
      }
    });
  } finally {
    await run('umount', [folder]);
    await rm(folder, { recursive: true });
  }
};

/** Fills a file with all space there is, and with what is freed meanwhile. */
async function keepFull(file: string, signal: AbortSignal): Promise<void> {
  for (let chunk = 2 ** 20; !signal.aborted;) {
    try {
      await appendFile(file, Buffer.alloc(chunk));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      if (chunk > 4096) chunk /= 2;
      else await delay(20);
    }
  }
}
