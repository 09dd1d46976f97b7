import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { syncFolder } from './sync-folder.ts';

async function makeFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.runIf(process.platform === 'linux')('a file system that flushes no folder is let be', async () => {
  await using proc = await open('/proc');
  await expect(proc.sync()).rejects.toThrow('EINVAL'); // if /proc could be flushed, the test would prove nothing
  await syncFolder('/proc');
});

test.each([
  ['EINVAL', true],
  ['ENOTSUP', true],
  ['ENOSYS', true],
  ['EBADF', true],
  ['EPERM', true],
  ['EISDIR', true],
  ['EIO', false],
  ['ENOSPC', false],
  ['EDQUOT', false],
])('%s for a folder is let be: %s', async (code, isLetBe) => {
  const folder = await makeFolder();
  await using handle = await open(folder);
  // A mock of `sync` stands for a disk that fails.
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  onTestFinished(() => sync.mockRestore());
  sync.mockRejectedValue(Object.assign(new Error(`${code}: fsync`), { code }));
  const outcome = await syncFolder(folder).then(
    () => true,
    () => false,
  );
  expect(outcome).toBe(isLetBe);
});

test('a folder that is missing is told', async () => {
  await expect(syncFolder(path.join(await makeFolder(), 'missing'))).rejects.toThrow('ENOENT');
});
