import { expect, test } from 'vitest';
import { buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { askIfOpen, closeUnconfirmed } from './rules-nightly.ts';

const server = await startTestServer();
const { db, platform } = server;

/** Times of an evening and the morning after, in Asia/Jakarta. */
const at = {
  noon: new Date('2026-11-21T05:00:00Z'),
  nine: new Date('2026-11-21T14:00:00Z'),
  ten: new Date('2026-11-21T15:00:00Z'),
  four: new Date('2026-11-21T21:00:00Z'),
  breakfast: new Date('2026-11-22T00:00:00Z'),
  nextNine: new Date('2026-11-22T14:00:00Z'),
};

const stall = (given: { closes_nightly?: boolean; is_open?: boolean; confirmed_at?: Date | null }) =>
  buildSeller(server, { warung: { closes_nightly: true, is_open: true, confirmed_at: at.noon, ...given } });
const isOpen = async ({ id }: BuiltSeller) =>
  (await db.selectFrom('warungs').where('id', '=', id).select('is_open').executeTakeFirstOrThrow()).is_open;
const questions = async (seller: BuiltSeller) =>
  (await server.call('get_notifications', {}, seller)).filter(({ type }) => type === 'still_open').length;

test('at 21.00 asks the cooks whose stall closes nightly, is open and was not confirmed since (D68)', async () => {
  const stalls = {
    asked: await stall({}),
    neverConfirmed: await stall({ confirmed_at: null }),
    confirmed: await stall({ confirmed_at: at.ten }),
    closed: await stall({ is_open: false }),
    staysOpen: await stall({ closes_nightly: false }),
  };
  await askIfOpen(db, platform.transaction, at.nine);
  const asked = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(stalls).map(async ([name, seller]) => [name, await questions(seller)] as const)),
    );
  const expected = { asked: 1, neverConfirmed: 1, confirmed: 0, closed: 0, staysOpen: 0 };
  expect(await asked()).toEqual(expected);
  // a job may run twice, and the next evening asks anew in the place of an unread question
  await askIfOpen(db, platform.transaction, at.nine);
  await askIfOpen(db, platform.transaction, at.nextNine);
  expect(await asked()).toEqual({ ...expected, confirmed: 1 });
});

test('at 04.00 closes those that were not confirmed in the evening, also when the job runs late (D68)', async () => {
  const stalls = {
    unconfirmed: await stall({}),
    confirmed: await stall({ confirmed_at: at.ten }),
    openedInTheMorning: await stall({ confirmed_at: at.breakfast }),
    staysOpen: await stall({ closes_nightly: false }),
  };
  await closeUnconfirmed(db, platform.transaction, new Date(at.breakfast.getTime() + 60_000));
  const open = await Promise.all(
    Object.entries(stalls).map(async ([name, seller]) => [name, await isOpen(seller)] as const),
  );
  expect(Object.fromEntries(open)).toEqual({
    unconfirmed: false,
    confirmed: true,
    openedInTheMorning: true,
    staysOpen: true,
  });
});

test('closing tells open pages', async () => {
  const seller = await stall({});
  const topics: string[] = [];
  const stop = platform.bus.listen(({ topic }) => topics.push(topic));
  await closeUnconfirmed(db, platform.transaction, at.four);
  stop();
  expect(topics).toEqual(expect.arrayContaining(['feed', `warung:${seller.id}`]));
});
