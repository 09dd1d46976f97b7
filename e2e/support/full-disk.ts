import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import type { Lapau } from '../../server/src/testing/stories.ts';

/** A phone whose browser has its profile on a small disk of its own. */
export type SmallPhone = {
  context: BrowserContext;
  /** Ends the browser, with all its pages, and starts it again on the same disk: `context` is another one then. */
  restart: () => Promise<void>;
  /** Fills the disk completely. */
  fill: () => void;
  /** Frees the space that `fill` took. */
  makeRoom: () => void;
};

/** Why such a disk cannot be made here; undefined where it can. */
export const whyNoSmallDisk = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'A disk of its own is mounted as a tmpfs, which root of Linux may do: run this story as root.';

const disk = '96m';

/** Runs a story on a phone with a small disk, signed in as somebody and with the stories' options. What is on it is gone afterwards. */
export async function withSmallPhone(
  lapau: Lapau,
  as: { cookie: string },
  story: (phone: SmallPhone) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), 'lapau-small-phone-'));
  const ballast = path.join(profile, 'ballast');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk}`, 'tmpfs', profile]);
  try {
    const phone: SmallPhone = {
      context: await startBrowser(profile, lapau, as),
      restart: async () => {
        await phone.context.close();
        phone.context = await startBrowser(profile, lapau, as);
      },
      fill: () => fillDisk(ballast),
      makeRoom: () => rmSync(ballast),
    };
    try {
      await story(phone);
    } finally {
      await phone.context.close();
    }
  } finally {
    execFileSync('umount', ['--lazy', profile]);
    rmdirSync(profile);
  }
}

async function startBrowser(profile: string, lapau: Lapau, { cookie }: { cookie: string }): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, { baseURL: lapau.url, serviceWorkers: 'allow' });
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

function fillDisk(ballast: string): void {
  const file = openSync(ballast, 'w');
  for (const size of [1_048_576, 4_096]) while (written(file, size) > 0);
  closeSync(file);
}

/** Writes zeros. @returns how many: on a full disk some systems throw an error, others write nothing */
function written(file: number, size: number): number {
  try {
    return writeSync(file, Buffer.alloc(size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return 0;
  }
}
