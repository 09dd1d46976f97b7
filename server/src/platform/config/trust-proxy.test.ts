import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openTrust } from './trust-proxy.ts';

test.each([
  ['true', undefined, true],
  ['1', undefined, true],
  ['2', '10.0.0.2', true],
  ['1', '::', true],
  ['0', undefined, false],
  ['false', undefined, false],
  [undefined, undefined, false],
  ['1', '127.0.0.1', false],
  ['true', '::1', false],
  ['true', 'localhost', false],
  ['uniquelocal', '0.0.0.0', false],
  ['10.0.0.0/8', '10.0.0.2', false],
])('TRUST_PROXY=%s with HOST=%s is told of: %s', (TRUST_PROXY, HOST, isTold) => {
  const open = openTrust(readConfig({ TRUST_PROXY, HOST }, 'start'));
  expect(open !== undefined).toBe(isTold);
  if (open) expect(open.mend).toContain('HOST=127.0.0.1');
});
