import { mkdtempSync, rmSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findLastBackup } from '../platform/backup/last-backup.ts';
import { buildVillage } from '../testing/backups.ts';
import { startTestServer } from '../testing/server.ts';
import { backUp } from './backup.ts';

// Backups go to places such as a CIFS share, an exFAT stick or a FUSE mount. A mock of `sync` refuses what they refuse.

const server = await startTestServer();
await buildVillage(server);
const environment = { DATABASE_URL: server.databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };

/** Makes a folder where flushing folders, or files, fails with this code. */
async function placeThat(refuses: 'folders' | 'files', code: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await using handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  const flush = Reflect.get(prototype, 'sync');
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function answer(this: typeof handle) {
    if ((await this.stat()).isDirectory() === (refuses === 'folders'))
      throw Object.assign(new Error(`${code}: refused, fsync`), { code, syscall: 'fsync' });
    return flush.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return folder;
}

test.each(['EINVAL', 'ENOTSUP', 'EPERM'])(
  'a place that answers %s when its folder is flushed gets a backup, which is noted',
  async (code) => {
    const folder = await placeThat('folders', code);
    const { file, header } = await backUp(environment, folder, { keep: 2 });
    expect(await readdir(folder)).toEqual([path.basename(file ?? '')]);
    expect(await findLastBackup(server.db)).toEqual(new Date(header.createdAt));
  },
);

test.each([
  ['folders', 'EIO', / cannot be written to the disk by [^:]+: EIO: refused\.\n/],
  ['files', 'EINVAL', /\.tar cannot be written to the disk by [^:]+: EINVAL: refused\.\nGive another place/],
] as const)('%s that answer %s fail a backup in a sentence, and leave nothing', async (refuses, code, text) => {
  const folder = await placeThat(refuses, code);
  await expect(backUp(environment, folder)).rejects.toThrow(text);
  expect(await readdir(folder)).toEqual([]);
});
