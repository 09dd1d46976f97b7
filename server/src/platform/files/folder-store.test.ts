import fs, { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openFolderStore } from './folder-store.ts';

/** Makes a folder as if it were on a file system without owners: mocks give it the mode of a mount. */
function mountWith(mode: number, code = 'EPERM'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-mount-'));
  chmodSync(folder, mode);
  const spy = vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: chmod`), { code });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test('a file system that changes no modes keeps photos where it was mounted for one user', async () => {
  const files = openFolderStore(mountWith(0o700));
  await files.put('avatars', 'public/logo.png', Buffer.from('a logo'));
  expect(String((await files.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');
});

test.each(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])('so does one that answers %s', (code) => {
  expect(() => openFolderStore(mountWith(0o700, code))).not.toThrow();
});

test.each(['EROFS', 'EIO', 'ENOSPC'])('a disk that answers %s is named, however closed the folder is', (code) => {
  const folder = mountWith(0o700, code);
  expect(() => openFolderStore(folder)).toThrow(`The folder ${folder} cannot be used: Error: ${code}`);
});

test('where others can read it, it is refused with how to mount it', () => {
  const folder = mountWith(0o755);
  expect(() => openFolderStore(folder)).toThrow(`Other users can read ${folder}, and its file system`);
  expect(() => openFolderStore(folder)).toThrow('dir_mode=0700');
});
