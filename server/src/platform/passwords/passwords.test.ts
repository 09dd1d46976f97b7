import crypto from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const by = { lane: 'owners', account: 'a' } as const;

test('a hash verifies its password only, and two hashes of one password differ', async () => {
  const [one, other] = await Promise.all([hashPassword('rahasia', by), hashPassword('rahasia', by)]);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, 'rahasia', by)).toBe(true);
  expect(await verifyPassword(one, 'Rahasia', by)).toBe(false);
});

test('without an account the same work is done, and every password is refused', async () => {
  const derive = vi.spyOn(crypto, 'argon2');
  expect(await verifyPassword(undefined, 'rahasia', by)).toBe(false);
  expect(derive).toHaveBeenCalledTimes(1);
  expect(derive.mock.calls[0]?.[1]).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  derive.mockRestore();
});

test('reads a published Argon2id hash of other costs', async () => {
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword(hash, 'password', by)).toBe(true);
});
