import { hours, lastAt, nextAt } from '@lapau/contract/day';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openDuePosts } from '../posts/rules-availability.ts';
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
    confirmed: await stall({ confirmed_at: at.nine }),
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
  // A job may run twice, and the next evening's question replaces an unread one.
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

test('over 04.00 a neighbour sees an unconfirmed stall closed, and a dish open again that was sold out for the day', async () => {
  const night = await startTestServer();
  const four = nextAt(hours.newDay, new Date());
  const minutes = (count: number) => new Date(four.getTime() + count * 60_000);
  const beforeNine = new Date(lastAt(hours.asksIfOpen, four).getTime() - 60_000);
  const cook = await buildSeller(night, {
    warung: { closes_nightly: true, is_open: true, confirmed_at: beforeNine },
  });
  const { id } = await buildPost(night, { user_id: cook.id });
  const neighbour = await buildMember(night);
  const seen = async () => {
    const feed = await night.call('get_feed', { include_admin_posts: false, limit: 10 }, neighbour);
    const foods = await night.call('get_feed', { include_admin_posts: false, only_open: true, limit: 10 }, neighbour);
    const post = await night.call('get_post_details', { p_post_id: id }, neighbour);
    const warung = await night.call('get_warung', { warung_id: cook.id }, neighbour);
    const [dish] = await night.call('get_warung_menu', { warung_id: cook.id, limit: 10 }, neighbour);
    return {
      dish: [feed[0]?.isOpen, post.isOpen, dish?.isOpen, foods.length === 1],
      stall: [feed[0]?.warungIsOpen, post.warungIsOpen, warung.is_open],
    };
  };
  const everywhere = (dish: boolean, stall: boolean) => ({
    dish: [dish, dish, dish, dish],
    stall: [stall, stall, stall],
  });
  /** Sets the process's clock to some minutes after four, and dates the dish's opening as many minutes back by the database's clock. */
  const setClock = async (after: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: minutes(after) });
    await sql`update posts set reopens_at = now() - ${after} * interval '1 minute' where id = ${id}`.execute(night.db);
  };
  onTestFinished(() => void vi.useRealTimers());
  const runJobs = async () => {
    await night.platform.transaction(openDuePosts);
    await closeUnconfirmed(night.db, night.platform.transaction, new Date());
  };

  await night.call('set_posts_open', { post_ids: [id], is_open: false, today_only: true }, cook);
  expect(await seen()).toEqual(everywhere(false, true));
  await setClock(-1);
  await runJobs();
  expect(await seen()).toEqual(everywhere(false, true));
  // The dish is back by the clock alone, though the jobs are late; the stall is closed by its job.
  await setClock(1);
  expect(await seen()).toEqual(everywhere(true, true));
  await runJobs();
  expect(await seen()).toEqual(everywhere(true, false));
  const row = night.db.selectFrom('posts').where('id', '=', id).select(['is_open', 'reopens_at']);
  expect(await row.executeTakeFirst()).toEqual({ is_open: true, reopens_at: null });
});
