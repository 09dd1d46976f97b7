import { describe, expect, test } from 'vitest';
import { auth, register } from '../../testing/auth.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { makeAdminByOperator, resetAdminByOperator } from './rules-operator.ts';
import type { OperatorLink } from './rules-operator.ts';

const server = await startTestServer();
const { platform, db } = server;

const tokenOf = (opened: OperatorLink | undefined) => new URL(opened?.link ?? '').hash.slice('#reset='.length);

const signIn = (email: string, password: string) => auth(server, '/auth/sign-in/email', { email, password });

const setPassword = (token: string, newPassword: string) =>
  auth(server, '/auth/reset-password', { token, newPassword });

const actionsOn = (id: string) =>
  db.selectFrom('audit_log').select(['action', 'actor_id']).where('target_user_id', '=', id).execute();

const profileOf = (email: string) =>
  db
    .selectFrom('profiles')
    .where('email', '=', email)
    .select(['id', 'role', 'full_name', 'is_suspended'])
    .executeTakeFirstOrThrow();

describe('the operator makes an admin', () => {
  test('of nobody yet: an account whose password the link sets, once', async () => {
    const email = 'wali@lapau.test';
    const opened = await makeAdminByOperator(platform, { email, name: 'Wali Nagari' });
    expect(opened?.link).toMatch(/^http:\/\/lapau\.test\/login#reset=[\w-]+$/);
    const made = await profileOf(email);
    expect(made).toMatchObject({ role: 'admin', full_name: 'Wali Nagari' });
    expect(await actionsOn(made.id)).toEqual([{ action: 'make_admin_by_operator', actor_id: made.id }]);

    expect((await setPassword(tokenOf(opened), 'rahasia baru')).status).toBe(200);
    expect((await signIn(email, 'rahasia baru')).status).toBe(200);
    expect((await setPassword(tokenOf(opened), 'rahasia lain')).status).toBe(400);
  });

  test('of a member, whose password and sessions end: somebody else may have signed up with the e-mail', async () => {
    const { id, form, cookie } = await register(server);
    await db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', id).execute();
    const other = await buildAdmin(server);
    const opened = await makeAdminByOperator(platform, { email: form.email, name: 'Admin' });
    expect(await server.call('get_notifications', {}, other)).toMatchObject([
      { type: 'role_changed', content: `Pengelola server menjadikan ${form.name} admin.` },
    ]);
    expect(await profileOf(form.email)).toMatchObject({ id, role: 'admin', full_name: form.name, is_suspended: false });
    expect((await auth(server, '/auth/get-session', undefined, { cookie })).body).toBeNull();
    expect((await signIn(form.email, form.password)).status).toBe(401);
    expect((await setPassword(tokenOf(opened), 'rahasia baru')).status).toBe(200);
  });

  test('never of an admin whom nothing keeps out', async () => {
    const admin = await buildAdmin(server, { email: 'sudah@lapau.test' });
    expect(await makeAdminByOperator(platform, { email: 'sudah@lapau.test', name: 'Admin' })).toBeUndefined();
    expect(await actionsOn(admin.id)).toEqual([]);
  });
});

describe('the operator lets an admin in again', () => {
  test('by a link; until it is used the sessions stay, and the admin is told', async () => {
    const admin = await buildAdmin(server, { email: 'lupa@lapau.test' });
    const opened = await resetAdminByOperator(platform, 'lupa@lapau.test');
    expect(await server.call('get_session', {}, admin)).toMatchObject({ profile: { id: admin.id } });
    expect(await server.call('get_notifications', {}, admin)).toMatchObject([{ type: 'recovery_code' }]);
    expect((await setPassword(tokenOf(opened), 'rahasia baru')).status).toBe(200);
    expect((await signIn('lupa@lapau.test', 'rahasia baru')).status).toBe(200);
    expect(await actionsOn(admin.id)).toEqual([{ action: 'reset_admin_by_operator', actor_id: admin.id }]);
  });

  test('but nobody who is none, is suspended or does not exist', async () => {
    const { form } = await register(server);
    await buildAdmin(server, { email: 'ditahan@lapau.test', is_suspended: true });
    for (const email of [form.email, 'ditahan@lapau.test', 'tidak-ada@lapau.test'])
      expect([email, await resetAdminByOperator(platform, email)]).toEqual([email, undefined]);
  });
});
