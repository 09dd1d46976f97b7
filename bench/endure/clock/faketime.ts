import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

export const hasFaketime = library !== undefined;

/** A clock of its own for the processes that are started with its environment. */
export type FakeClock = {
  environment: Record<string, string>;
  /** Sets it for all of them, also while they run. */
  set: (aheadMs: number) => void;
  aheadMs: () => number;
};

/** @param folder the processes' accounts can read it */
export function createFakeClock(folder: string): FakeClock {
  const file = path.join(folder, 'clock');
  let ahead = 0;
  const set = (aheadMs: number) => {
    ahead = aheadMs;
    // a process reads it at any moment, never half of it
    writeFileSync(`${file}.new`, `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs) / 1_000}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    environment: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // what elapses goes on, as after a machine's clock was set
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // files keep the times they have, which shiftFiles sets
      NO_FAKE_STAT: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
    set,
    aheadMs: () => ahead,
  };
}
