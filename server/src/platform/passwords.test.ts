import crypto from 'node:crypto';
import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash verifies its password only, and two hashes of one password differ', async () => {
  const [one, other] = await Promise.all([hashPassword('rahasia', 'a'), hashPassword('rahasia', 'a')]);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, 'rahasia', 'a')).toBe(true);
  expect(await verifyPassword(one, 'Rahasia', 'a')).toBe(false);
});

test('without an account the same work is done, and every password is refused', async () => {
  const derive = vi.spyOn(crypto, 'argon2');
  expect(await verifyPassword(undefined, 'rahasia', 'a')).toBe(false);
  expect(derive).toHaveBeenCalledTimes(1);
  expect(derive.mock.calls[0]?.[1]).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  derive.mockRestore();
});

test('reads a published Argon2id hash of other costs', async () => {
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword(hash, 'password', 'a')).toBe(true);
});

test('many attempts from one address are refused at some point, and another address does not wait behind them', async () => {
  const derive = vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, _parameters, callback) => {
    setImmediate(() => callback(null, Buffer.alloc(32)));
  });
  const finished: string[] = [];
  const verify = async (key: string) => {
    await verifyPassword(undefined, 'x', key);
    finished.push(key);
  };
  const storm = Promise.allSettled(Array.from({ length: 400 }, () => verify('a storm')));
  await verify('somebody else');
  const answers = await storm;
  derive.mockRestore();
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(100);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'not_ready' });
  const concurrency = Math.max(1, availableParallelism() - 1);
  expect(finished.indexOf('somebody else')).toBeLessThanOrEqual(2 * concurrency);
});
