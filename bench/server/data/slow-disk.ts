import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** How many milliseconds a cheap disk takes to write through, if it has no cache that survives a power cut. */
export const slowSyncMs = 5;

const source = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static int slowly(const char *name, int fd) {
  struct timespec pause = { 0, ${slowSyncMs}000000L };
  int (*sync)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
  int result = sync(fd);
  nanosleep(&pause, 0);
  return result;
}
int fdatasync(int fd) { return slowly("fdatasync", fd); }
int fsync(int fd) { return slowly("fsync", fd); }
`;

/** Builds a small library and an environment in which it slows down a program's fsync and fdatasync; undefined without a compiler. */
export async function slowDisk(): Promise<{ environment: NodeJS.ProcessEnv; remove: () => Promise<void> } | undefined> {
  if (!existsSync('/usr/bin/cc')) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-disk-'));
  // PostgreSQL runs under another account
  await chmod(folder, 0o755);
  const library = path.join(folder, 'slow.so');
  await writeFile(path.join(folder, 'slow.c'), source);
  await promisify(execFile)('/usr/bin/cc', ['-shared', '-fPIC', '-o', library, path.join(folder, 'slow.c'), '-ldl']);
  return { environment: { LD_PRELOAD: library }, remove: () => rm(folder, { recursive: true }) };
}
