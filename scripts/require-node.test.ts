import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('an old Node is told what to do before it meets TypeScript', () => {
  const guard = path.resolve(import.meta.dirname, 'require-node.cjs');
  const run = (version: string) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(guard)})`;
    return spawnSync(process.execPath, ['-e', pretend], { encoding: 'utf8' });
  };
  expect(run('20.20.2')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm ci') });
  expect(run('24.21.0')).toMatchObject({ status: 0, stderr: '' });
});
