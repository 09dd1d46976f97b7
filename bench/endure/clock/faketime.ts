import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

export const hasFaketime = library !== undefined;

/** A clock that only the processes go by that are started with its environment. */
export type FakeClock = {
  environment: Record<string, string>;
  /** Sets the clock for all these processes, also while they run. */
  set: (aheadMs: number) => void;
  aheadMs: () => number;
};

/** @param folder receives the clock's file; the processes' accounts have to be able to read it */
export function createFakeClock(folder: string): FakeClock {
  const file = path.join(folder, 'clock');
  let ahead = 0;
  const set = (aheadMs: number) => {
    ahead = aheadMs;
    // A process may read the file at any moment: renaming keeps it from reading half of it.
    writeFileSync(`${file}.new`, `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs) / 1_000}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    environment: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // The monotonic clock goes on undisturbed, as it does when a machine's clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Files keep their real times, which shiftFiles changes.
      NO_FAKE_STAT: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
    set,
    aheadMs: () => ahead,
  };
}
