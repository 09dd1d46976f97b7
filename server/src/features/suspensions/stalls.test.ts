import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const admin = await buildAdmin(server);

const toggle = (id: string, suspended?: boolean, as: Credential = admin) =>
  server.call('toggle_warung_suspension', { warung_id: id, ...(suspended !== undefined && { suspended }) }, as);

describe('suspending a stall (D7)', () => {
  test('20 times at once without a wanted state toggles it 20 times (D28)', async () => {
    const { id } = await buildSeller(server);
    const answers = await inParallel(20, () => toggle(id));
    expect(answers.filter(({ is_suspended }) => is_suspended)).toHaveLength(10);
    const rows = server.db.selectFrom('warungs').select('is_suspended').where('id', '=', id);
    expect(await rows.executeTakeFirst()).toEqual({ is_suspended: false });
  });

  test('signs its seller out at once with the reason, hides its posts, and is audited', async () => {
    const seller = await buildSeller(server);
    const post = await buildPost(server, { user_id: seller.id });
    await server.call('get_active_banner', {}, seller);
    const signals: unknown[] = [];
    const stop = server.platform.bus.listen(({ topic, signal }) => {
      if (topic === `user:${seller.id}`) signals.push(signal);
    });
    expect(await toggle(seller.id)).toMatchObject({ is_suspended: true });
    stop();
    expect(signals).toEqual([{ type: 'session_ended', reason: 'warung_suspended' }]);
    await expect(server.call('get_session', {}, seller)).rejects.toMatchObject({
      status: 403,
      code: 'warung_suspended',
    });
    expect((await server.call('get_feed', {}, admin)).map(({ id }) => id)).not.toContain(post.id);
    expect(
      await server.db.selectFrom('audit_log').where('target_id', '=', seller.id).selectAll().execute(),
    ).toMatchObject([
      {
        actor_id: admin.id,
        action: 'toggle_warung_suspension',
        target_type: 'warung',
        target_user_id: seller.id,
        details: { suspended: true },
      },
    ]);
  });

  test('when lifted shows the posts again, and revives no session', async () => {
    const seller = await buildSeller(server);
    const post = await buildPost(server, { user_id: seller.id });
    await toggle(seller.id, true);
    expect(await toggle(seller.id, false)).toMatchObject({ is_suspended: false });
    expect(await server.call('get_session', {}, seller)).toBeNull();
    expect((await server.call('get_feed', {}, admin)).map(({ id }) => id)).toContain(post.id);
  });

  test('is idempotent with a wanted state', async () => {
    const seller = await buildSeller(server);
    await Promise.all([1, 2, 3, 4].map(() => toggle(seller.id, true)));
    const rows = await server.db.selectFrom('audit_log').where('target_id', '=', seller.id).select('id').execute();
    expect(rows).toHaveLength(1);
  });

  test('leaves an admin who has a stall signed in (D12)', async () => {
    const other = await buildSeller(server, { profile: { role: 'admin' } });
    await toggle(other.id, true);
    expect(await server.call('get_session', {}, other)).toMatchObject({ profile: { id: other.id } });
  });

  test('is for admins, of a stall that exists and is not their own', async () => {
    const seller = await buildSeller(server);
    const member = await buildMember(server);
    for (const as of [seller, member]) await expect(toggle(seller.id, true, as)).rejects.toMatchObject({ status: 403 });
    for (const id of [member.id, randomUUID()]) {
      await expect(toggle(id)).rejects.toMatchObject({ status: 404, code: 'warung_not_found' });
    }
    const other = await buildSeller(server, { profile: { role: 'admin' } });
    await expect(toggle(other.id, true, other)).rejects.toMatchObject({ status: 409, code: 'own_account' });
  });
});
