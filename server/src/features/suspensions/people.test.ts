import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { auth, register } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const admin = await buildAdmin(server);

const toggle = (id: string, suspended?: boolean, as: Credential = admin) =>
  server.call('toggle_user_suspension', { user_id_to_toggle: id, ...(suspended !== undefined && { suspended }) }, as);

const auditOf = (id: string) =>
  server.db.selectFrom('audit_log').where('target_user_id', '=', id).selectAll().orderBy('id').execute();

const signalsOf = async (topics: string[], work: () => Promise<unknown>) => {
  const received: unknown[] = [];
  const stop = server.platform.bus.listen(({ topic, signal }) => {
    if (topics.includes(topic)) received.push([topic, signal]);
  });
  await work();
  stop();
  return received;
};

describe('suspending a person (D7)', () => {
  test('ends their sessions at once, on every call, with the reason', async () => {
    const member = await buildMember(server);
    await server.call('get_active_banner', {}, member);
    const received = await signalsOf([`user:${member.id}`, 'feed', 'admin'], () => toggle(member.id));
    expect(received).toEqual([
      [`user:${member.id}`, { type: 'session_ended', reason: 'account_suspended' }],
      ['feed', { type: 'feed_changed' }],
      ['admin', { type: 'users_changed' }],
    ]);
    for (const name of ['get_active_banner', 'get_session'] as const) {
      await expect(server.call(name, {}, member)).rejects.toMatchObject({ status: 403, code: 'account_suspended' });
    }
    expect((await auth(server, '/auth/get-session', undefined, { cookie: member.cookie })).body).toMatchObject({
      code: 'account_suspended',
    });
  });

  test('toggles 20 times when called 20 times at once without a wanted state (D28)', async () => {
    const member = await buildMember(server);
    const answers = await inParallel(20, () => toggle(member.id));
    expect(answers.filter(({ is_suspended }) => is_suspended)).toHaveLength(10);
    const rows = server.db.selectFrom('profiles').select('is_suspended').where('id', '=', member.id);
    expect(await rows.executeTakeFirst()).toEqual({ is_suspended: false });
    expect(await auditOf(member.id)).toHaveLength(20);
  });

  test('writes actor, action and target to the audit log (D43)', async () => {
    const member = await buildMember(server);
    await toggle(member.id, true);
    await toggle(member.id, true);
    await toggle(member.id, false);
    expect(await auditOf(member.id)).toMatchObject(
      [true, false].map((suspended) => ({
        actor_id: admin.id,
        actor_name: admin.full_name,
        action: 'toggle_user_suspension',
        target_type: 'user',
        target_id: member.id,
        details: { suspended },
      })),
    );
  });

  test('toggles without a wanted state, and is idempotent with one', async () => {
    const member = await buildMember(server);
    expect(await toggle(member.id)).toMatchObject({ is_suspended: true });
    expect(await toggle(member.id)).toMatchObject({ is_suspended: false });
    expect(await Promise.all([1, 2, 3, 4].map(() => toggle(member.id, true)))).toMatchObject(
      Array.from({ length: 4 }, () => ({ is_suspended: true })),
    );
    expect(await auditOf(member.id)).toHaveLength(3);
    expect(await signalsOf([`user:${member.id}`, 'feed'], () => toggle(member.id, true))).toEqual([]);
  });

  test('once lifted allows signing in again, but restores no session', async () => {
    const { id, form, cookie, token } = await register(server);
    await toggle(id, true);
    const signIn = () => auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
    expect((await signIn()).body).toMatchObject({ code: 'account_suspended' });
    await toggle(id, false);
    expect((await auth(server, '/auth/get-session', undefined, { cookie })).body).toBeNull();
    await expect(server.call('get_active_banner', {}, { token })).rejects.toMatchObject({ status: 401 });
    expect((await signIn()).status).toBe(200);
  });

  test('also ends sessions that are started at the same time', async () => {
    const { id, form } = await register(server);
    const signIns = Array.from({ length: 6 }, () =>
      auth(server, '/auth/sign-in/email', { email: form.email, password: form.password }),
    );
    await Promise.all([...signIns, toggle(id, true)]);
    await toggle(id, false);
    const alive = await server.db
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .where('suspended_by', '=', sql<string[]>`'{}'`)
      .select('id')
      .execute();
    expect(alive).toEqual([]);
  });

  test('hides what they posted and stops their push messages (D11, D37)', async () => {
    const seller = await buildSeller(server);
    const post = await buildPost(server, { user_id: seller.id });
    await server.call('subscribe_push', { fcm_token: seller.id }, seller);
    await toggle(seller.id, true);
    const feed = await server.call('get_feed', {}, admin);
    expect(feed.map(({ id }) => id)).not.toContain(post.id);
    const devices = server.db.selectFrom('push_subscriptions').where('user_id', '=', seller.id).selectAll();
    expect(await devices.execute()).toEqual([]);
  });

  test('is refused to everybody but admins, and for an unknown person', async () => {
    const member = await buildMember(server);
    const seller = await buildSeller(server);
    for (const as of [member, seller]) await expect(toggle(admin.id, true, as)).rejects.toMatchObject({ status: 403 });
    await expect(toggle(randomUUID())).rejects.toMatchObject({ status: 404, code: 'user_not_found' });
    await expect(toggle('x')).rejects.toMatchObject({ status: 422, code: 'invalid_input' });
  });
});

describe('the last active admin stays (D9)', () => {
  test('an admin cannot suspend themselves', async () => {
    for (const suspended of [true, false]) {
      await expect(toggle(admin.id, suspended)).rejects.toMatchObject({ status: 409, code: 'own_account' });
    }
  });

  test('also when admins suspend each other at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const own = await startTestServer();
      const circle = [await buildAdmin(own), await buildAdmin(own), await buildAdmin(own)];
      const answers = await Promise.allSettled(
        circle.map((one, index) =>
          own.call(
            'toggle_user_suspension',
            { user_id_to_toggle: circle[(index + 1) % 3]?.id ?? '', suspended: true },
            one,
          ),
        ),
      );
      const active = await own.db
        .selectFrom('profiles')
        .where('role', '=', 'admin')
        .where('is_suspended', '=', false)
        .select('id')
        .execute();
      const done = answers.filter(({ status }) => status === 'fulfilled').length;
      expect(active.length).toBe(3 - done);
      expect(active.length).toBeGreaterThan(0);
      for (const answer of answers) {
        if (answer.status === 'rejected')
          expect(answer.reason).toMatchObject({
            status: expect.toSatisfy((code: number) => code === 403 || code === 409),
          });
      }
    }
  });
});
