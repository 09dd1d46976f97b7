import crypto from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash tells the right password from others, and two hashes of one differ', async () => {
  const [one, other] = await Promise.all([hashPassword('rahasia'), hashPassword('rahasia')]);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, 'rahasia')).toBe(true);
  expect(await verifyPassword(one, 'Rahasia')).toBe(false);
});

test('without an account the same work is done, and no password is right', async () => {
  const derive = vi.spyOn(crypto, 'argon2');
  expect(await verifyPassword(undefined, 'rahasia')).toBe(false);
  expect(derive).toHaveBeenCalledTimes(1);
  expect(derive.mock.calls[0]?.[1]).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  derive.mockRestore();
});

test('reads a published Argon2id hash of other costs', async () => {
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword(hash, 'password')).toBe(true);
});

test('a storm is worked off a few at a time, and refused when too many wait', async () => {
  let running = 0;
  let most = 0;
  const derive = vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, _parameters, callback) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      callback(null, Buffer.alloc(32));
    });
  });
  const answers = await Promise.allSettled(Array.from({ length: 400 }, () => verifyPassword(undefined, 'x')));
  derive.mockRestore();
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(most).toBeLessThan(400 - refused.length);
  expect(refused.length).toBeGreaterThan(100);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'not_ready' });
  expect(await verifyPassword(undefined, 'x')).toBe(false);
});
