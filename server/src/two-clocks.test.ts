import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auth, register } from './testing/auth.ts';
import { buildAdmin, buildMember, buildPost, buildSeller } from './testing/builders.ts';
import { startTestServer } from './testing/server.ts';

const server = await startTestServer({ emailVerification: false });
const { call, db } = server;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each([
  ['15 seconds ahead of', 15_000],
  ['15 seconds behind', -15_000],
  ['4 hours ahead of', 240 * minuteMs],
  ['4 hours behind', -240 * minuteMs],
  ['a month ahead of', 31 * dayMs],
  ['a month behind', -31 * dayMs],
])('with this machine’s clock %s the database’s', (_where, aheadMs) => {
  const shiftClock = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('switches are turned, the first time too, and turned back for ten seconds', async () => {
    const seller = await buildSeller(server, { warung: { is_open: true } });
    shiftClock();
    const { id } = await buildPost(server, { user_id: seller.id });
    const { posts, undo_id } = await call('set_posts_open', { post_ids: [id], is_open: false }, seller);
    expect(posts).toMatchObject([{ is_open: false }]);
    expect(await call('undo_posts_open', { undo_id: undo_id ?? '' }, seller)).toMatchObject({
      posts: [{ is_open: true }],
    });
    expect(await call('set_warung_open', { is_open: false }, seller)).toMatchObject({ is_open: false });
    expect(await call('set_warung_open', { is_open: true }, seller)).toMatchObject({ is_open: true });

    const late = await call('set_posts_open', { post_ids: [id], is_open: false }, seller);
    await sql`update availability_changes set created_at = created_at - interval '11 seconds'`.execute(db);
    expect(await server.rawCall('undo_posts_open', { undo_id: late.undo_id }, seller)).toMatchObject({
      status: 409,
      body: { code: 'undo_expired' },
    });
  });

  test('a deletion waits for its twelve seconds and can be undone in them', async () => {
    const [admin, member] = [await buildAdmin(server), await buildMember(server)];
    shiftClock();
    const { decision } = await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
    const job = sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::float as seconds from jobs.job
      where name = 'settle_decision' and data ->> 'id' = ${decision.id}`;
    const [waiting] = (await job.execute(db)).rows;
    expect(waiting?.seconds).toBeCloseTo(12, 1);
    expect(await server.rawCall('undo_decision', { decision_id: decision.id }, admin)).toMatchObject({ status: 200 });

    const again = await call('delete_user_by_admin', { user_id_to_delete: member.id }, admin);
    await sql`update decisions set created_at = created_at - interval '13 seconds'`.execute(db);
    expect(await server.rawCall('undo_decision', { decision_id: again.decision.id }, admin)).toMatchObject({
      body: { code: 'undo_expired' },
    });
  });

  test('sessions of before and of now go on, and last a month', async () => {
    const before = await register(server);
    const startAnother = () => startTestServer({ emailVerification: false, databaseUrl: server.databaseUrl });
    shiftClock();
    const shifted = await startAnother();
    const during = await register(shifted);
    const sessionAt = async (at: typeof server, { cookie }: typeof during) =>
      (await auth(at, '/auth/get-session', undefined, { cookie })).body;
    expect(await sessionAt(shifted, before)).toMatchObject({ user_id: before.id });
    expect(await sessionAt(shifted, during)).toMatchObject({ user_id: during.id });
    vi.useRealTimers();
    const right = await startAnother();
    for (const person of [before, during]) {
      expect(await sessionAt(right, person)).toMatchObject({ user_id: person.id });
      const ofPerson = db.selectFrom('sessions').where('user_id', '=', person.id);
      const { expires_at } = await ofPerson.select('expires_at').executeTakeFirstOrThrow();
      expect(Math.abs(expires_at.getTime() - Date.now() - 30 * dayMs)).toBeLessThan(10 * minuteMs);
    }
  });

  test('a recovery code holds for a quarter of an hour', async () => {
    const [admin, member] = [await buildAdmin(server), await buildMember(server)];
    shiftClock();
    const { code, expires_at } = await call('create_recovery_code', { user_id: member.id }, admin);
    vi.useRealTimers();
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 15 * minuteMs)).toBeLessThan(minuteMs);
    expect(code).not.toBe('');
  });
});
