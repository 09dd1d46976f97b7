import { describe, expect, test } from 'vitest';
import { auth, register, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { announceFirstAdmin, ensureFirstAdmin } from './rules-first-admin.ts';

async function tokenOf(server: TestServer): Promise<string> {
  const link = await announceFirstAdmin(server.platform);
  expect(link).toMatch(/^http:\/\/lapau\.test\/login#admin=[A-Za-z0-9]{43}$/);
  return new URL(link ?? '').hash.slice('#admin='.length);
}

const formWith = (token: string) => {
  const { email, password, name } = signUpForm();
  return { token, email, password, full_name: name };
};

const admins = (server: TestServer) =>
  server.db.selectFrom('profiles').where('role', '=', 'admin').select(['id', 'email', 'email_verified']).execute();

describe('the one-time link', () => {
  test.each([false, true])(
    'makes the first admin and signs them in, with verification %s',
    async (emailVerification) => {
      const server = await startTestServer({ emailVerification });
      const form = formWith(await tokenOf(server));
      const response = await server.request('/rpc/create_first_admin', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
      });
      expect([response.status, await response.json()]).toEqual([200, { created: true }]);
      const [admin] = await admins(server);
      expect(admin).toMatchObject({ email: form.email, email_verified: true });
      const token = response.headers.get('set-auth-token') ?? '';
      expect(await server.call('get_session', {}, { token })).toMatchObject({ profile: { role: 'admin' } });
      expect(await announceFirstAdmin(server.platform)).toBeUndefined();
      expect(await server.db.selectFrom('audit_log').select(['action', 'actor_id']).execute()).toEqual([
        { action: 'create_first_admin', actor_id: admin?.id },
      ]);
      await expect(server.call('create_first_admin', formWith(form.token))).rejects.toMatchObject({
        status: 409,
        code: 'first_admin_exists',
      });
    },
  );

  test('has the same token at every start, and a wrong token is refused', async () => {
    const server = await startTestServer();
    const token = await tokenOf(server);
    expect(await tokenOf(server)).toBe(token);
    for (const wrong of ['x', token.slice(1), `${token}x`, token.toLowerCase()]) {
      await expect(server.call('create_first_admin', formWith(wrong))).rejects.toMatchObject({
        status: 400,
        code: 'invalid_token',
      });
    }
    expect(await admins(server)).toEqual([]);
  });

  test('makes one admin when ten requests use it at once', async () => {
    const server = await startTestServer();
    const token = await tokenOf(server);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => server.call('create_first_admin', formWith(token))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ status: 409, code: 'first_admin_exists' });
    }
    expect(await admins(server)).toHaveLength(1);
  });

  test('does not take over an account that has the e-mail', async () => {
    const server = await startTestServer();
    const { form } = await register(server);
    const input = { ...formWith(await tokenOf(server)), email: form.email };
    await expect(server.call('create_first_admin', input)).rejects.toMatchObject({ status: 409, code: 'email_taken' });
  });

  test('is refused to somebody who is signed in, and without all fields', async () => {
    const server = await startTestServer();
    const input = formWith(await tokenOf(server));
    const member = await buildMember(server);
    await expect(server.call('create_first_admin', input, member)).rejects.toMatchObject({ code: 'already_signed_in' });
    await expect(server.call('create_first_admin', { ...input, password: '12345' })).rejects.toMatchObject({
      status: 422,
      details: { password: expect.any(String) },
    });
  });
});

describe('the configured admin', () => {
  const config = { adminEmail: 'Kepala@Lapau.test', adminPassword: 'dari lingkungan' };
  const signIn = (server: TestServer, password: string) =>
    auth(server, '/auth/sign-in/email', { email: 'kepala@lapau.test', password });

  test('is created once at start, also when two processes start at once', async () => {
    const server = await startTestServer({ ...config, emailVerification: true });
    await Promise.all([ensureFirstAdmin(server.platform), ensureFirstAdmin(server.platform)]);
    await ensureFirstAdmin(server.platform);
    expect(await admins(server)).toMatchObject([{ email: 'kepala@lapau.test' }]);
    expect((await signIn(server, 'dari lingkungan')).status).toBe(200);
    expect(await announceFirstAdmin(server.platform)).toBeUndefined();
  });

  test('takes over an existing account with that e-mail, and ends its sessions and its old password', async () => {
    const server = await startTestServer(config);
    const { id, form, cookie } = await register(server, { email: 'kepala@lapau.test' });
    await ensureFirstAdmin(server.platform);
    expect(await admins(server)).toMatchObject([{ id }]);
    expect((await auth(server, '/auth/get-session', undefined, { cookie })).body).toBeNull();
    expect((await signIn(server, form.password)).status).toBe(401);
    expect((await signIn(server, 'dari lingkungan')).status).toBe(200);
  });

  test('is not created when there is an admin already', async () => {
    const server = await startTestServer(config);
    const admin = await buildAdmin(server);
    await ensureFirstAdmin(server.platform);
    expect(await admins(server)).toMatchObject([{ id: admin.id }]);
  });

  test('is not created without configuration', async () => {
    const server = await startTestServer();
    await ensureFirstAdmin(server.platform);
    expect(await admins(server)).toEqual([]);
  });
});
