import { expect, test, vi } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import type { LimitStore } from './limit-store.ts';
import { createLimits, limitPoints } from './request-limits.ts';

test('too few points are an error with the seconds until there are enough', async () => {
  const { signUpsByAddress } = createLimits({ ...limitPoints, signUpsByAddress: 2 });
  await signUpsByAddress.take('10.0.0.1');
  await signUpsByAddress.take('10.0.0.1');
  const refusal: unknown = await signUpsByAddress.take('10.0.0.1').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 });
  await signUpsByAddress.take('10.0.0.2');
});

test('all limits count in the store that is given, which may be elsewhere', async () => {
  const points = vi.fn<LimitStore['points']>(
    (name) => async (key) => (`${name} ${key}` === 'readsByMember ani' ? 1_001 : 0),
  );
  const shares: LimitStore['shares'] = (name) => async (mailbox) => `${name} ${mailbox}` !== 'mailsByMailbox full@a.id';
  const limits = createLimits(limitPoints, { points, shares });
  expect(await limits.readsByMember.waitSeconds('ani')).toBe(2);
  expect(await limits.readsByMember.waitSeconds('budi')).toBe(0);
  const mayMail = (email: string) => limits.mailsByMailbox(email, 'a', 'anybody');
  expect([await mayMail('full@a.id'), await mayMail('full+x@a.id'), await mayMail('empty@a.id')]).toEqual([
    false,
    false,
    true,
  ]);
  limits.ofCall('change_password', 5);
  expect(points).toHaveBeenLastCalledWith('change_password', { points: 5, windowMs: 60_000 });
});
