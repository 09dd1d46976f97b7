import crypto from 'node:crypto';
import { authRoutes } from '@lapau/contract/auth';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { auth, register } from '../../testing/auth.ts';
import { buildMember, buildSeller, buildSession } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';

const path = '/auth/sign-in/email';
const server = await startTestServer();

const passwordOf = async (userId: string) =>
  (await server.db.selectFrom('accounts').where('user_id', '=', userId).select('password').executeTakeFirstOrThrow())
    .password;

/** Gives somebody who was built the password of somebody who registered. */
async function withPassword(person: { id: string; email: string }) {
  const { id, form } = await register(server);
  await server.db
    .insertInto('accounts')
    .values({ user_id: person.id, account_id: person.id, provider_id: 'credential', password: await passwordOf(id) })
    .execute();
  return { email: person.email, password: form.password };
}

const devicesOf = (userId: string) =>
  server.db.selectFrom('push_subscriptions').where('user_id', '=', userId).selectAll().execute();
const sessionsOf = (userId: string) =>
  server.db.selectFrom('sessions').where('user_id', '=', userId).select(['id', 'expires_at']).execute();

/** The notice of a suspension that no admin has decided, and against which there is no appeal. */
const noDecision = { reason: '', appeal: null, appeal_answer: '', appeal_token: null };

describe('signing in', () => {
  test('accepts e-mail and password, the e-mail in any case', async () => {
    const { id, form } = await register(server);
    const answer = await auth(server, path, { email: form.email.toUpperCase(), password: form.password });
    expect([answer.status, authRoutes[path].output.parse(answer.body)]).toEqual([200, { signed_in: true }]);
    expect(await sessionsOf(id)).toHaveLength(2);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('accepts a password in another Unicode normalization', async () => {
    const { form } = await register(server, { password: 'caf\u00e9 kopi' });
    expect((await auth(server, path, { email: form.email, password: 'cafe\u0301 kopi' })).status).toBe(200);
  });

  test('does the same work and gets the same response for a wrong e-mail and a wrong password (D3)', async () => {
    const { form } = await register(server);
    const hashing = vi.spyOn(crypto, 'argon2');
    const querying = vi.spyOn(pg.Client.prototype, 'query');
    const attempt = async (email: string) => {
      hashing.mockClear();
      querying.mockClear();
      const { status, body, headers } = await auth(server, path, { email, password: 'salah' });
      const work = hashing.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => {
        return { algorithm, memory, passes, parallelism, tagLength };
      });
      // Queries of the job queue and of the signals, which have their own connections, are left out.
      const queries = querying.mock.calls.filter((_call, index) => {
        const client = querying.mock.contexts[index] as pg.Client & {
          connectionParameters: { application_name: string };
        };
        return client.connectionParameters.application_name === 'lapau';
      });
      const statements = queries.map(([query]) => (query as unknown as { text?: string }).text ?? query);
      return { status, body, headers: [...headers.keys()].toSorted(), work, statements };
    };
    const wrongPassword = await attempt(form.email);
    const wrongEmail = await attempt('tidak-ada@lapau.test');
    expect(wrongPassword).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials', message: 'Email atau password salah.' },
    });
    expect(wrongEmail).toEqual(wrongPassword);
    expect(wrongEmail.work).toHaveLength(1);
    expect(wrongEmail.statements).not.toEqual([]);
  });

  test.each([
    {},
    { email: 'a@b.id' },
    { password: 'x' },
    { email: 'a@b.id', password: 1 },
    { email: 'a@b.id', password: 'x'.repeat(129) },
    { email: 'a@b.id', password: 'x', rememberMe: false },
    { email: 'a@b.id', password: 'x', callbackURL: 'https://evil.example' },
    { email: ['a@b.id'], password: 'x' },
    [],
    'text',
  ])('refuses %j', async (body) => {
    expect(await auth(server, path, body)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  test('reports a suspension only when the password is right', async () => {
    const credential = await withPassword(await buildMember(server, { is_suspended: true }));
    expect(await auth(server, path, { ...credential, password: 'salah' })).toMatchObject({ status: 401 });
    const { status, body, cookie } = await auth(server, path, credential);
    expect([status, body]).toEqual([
      403,
      {
        code: 'account_suspended',
        message: 'Akun Anda telah ditangguhkan. Silakan hubungi admin.',
        current: noDecision,
      },
    ]);
    expect(cookie).toBeUndefined();
  });

  test('reports the suspension of a stall to its seller, but lets the same person in as an admin', async () => {
    const seller = await buildSeller(server, { warung: { is_suspended: true } });
    const credential = await withPassword(seller);
    expect((await auth(server, path, credential)).body).toEqual({
      code: 'warung_suspended',
      message: 'Akun warung Anda ditangguhkan. Silakan hubungi admin.',
      current: noDecision,
    });
    expect(await sessionsOf(seller.id)).toHaveLength(1);
    await server.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', seller.id).execute();
    expect((await auth(server, path, credential)).status).toBe(200);
  });

  test("is not hindered by a suspended person's cookie on the same phone", async () => {
    const suspended = await buildMember(server, { is_suspended: true });
    const { form } = await register(server);
    const answer = await auth(
      server,
      path,
      { email: form.email, password: form.password },
      { cookie: suspended.cookie },
    );
    expect(answer.status).toBe(200);
  });
});

describe('the cookies of the session and of the device', () => {
  const flagsOf = async (on: TestServer) => {
    const { form } = await register(on);
    const answer = await auth(on, path, { email: form.email, password: form.password });
    return answer.headers.getSetCookie().map((cookie) => {
      const [pair = '', ...flags] = cookie.split('; ');
      return { name: pair.split('=', 1)[0], flags: flags.toSorted() };
    });
  };

  test('on http', async () => {
    expect(await flagsOf(server)).toEqual([
      { name: 'lapau.session_token', flags: ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'] },
      { name: 'lapau.device', flags: ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax'] },
    ]);
  });

  test('on https, with a prefix that makes the browser accept it from this host only', async () => {
    const https = await startTestServer({ publicUrl: 'https://lapau.test' });
    expect(await flagsOf(https)).toEqual([
      {
        name: '__Host-lapau.session_token',
        flags: ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'],
      },
      { name: '__Host-lapau.device', flags: ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure'] },
    ]);
    const { cookie } = await register(https);
    const read = (header: string) => auth(https, '/auth/get-session', undefined, { cookie: header });
    expect((await read(cookie)).body).not.toBeNull();
    for (const name of ['lapau.session_token', '__Secure-lapau.session_token'])
      expect((await read(cookie.replace('__Host-lapau.session_token', name))).body, name).toBeNull();
  });
});

describe('a session', () => {
  const getSession = '/auth/get-session';

  test('cannot be used with the stored token hash', async () => {
    const { id, cookie } = await register(server);
    const signed = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
    const { rows } = await server.platform.database.pool.query(`select to_jsonb(s)::text as row from sessions s`);
    const stored = rows.map(({ row }) => row as string).filter((row) => row.includes(id));
    expect(stored).toHaveLength(1);
    expect(stored[0]).not.toContain(signed.split('.')[0]);
  });

  test('is read by cookie and by signed bearer token', async () => {
    const { id, cookie, token } = await register(server);
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }]) {
      const { status, body } = await auth(server, getSession, undefined, headers);
      expect(status).toBe(200);
      expect(authRoutes[getSession].output.parse(body)).toMatchObject({ user_id: id });
    }
  });

  test('is invalid without our signature, when expired and when revoked', async () => {
    const member = await buildMember(server);
    const [raw = ''] = decodeURIComponent(member.token).split('.');
    const forged = crypto.createHmac('sha256', 'another secret').update(raw).digest('base64');
    const expired = await buildSession(server, member.id, { expires_at: new Date(Date.now() - 1_000) });
    const revoked = await buildSession(server, member.id, { revoked_at: new Date() });
    for (const token of [raw, `${raw}.`, `${raw}.${forged}`, `.${forged}`, 'x', expired.token, revoked.token]) {
      const headers = { authorization: `Bearer ${token}` };
      expect(await auth(server, getSession, undefined, headers)).toMatchObject({ status: 200, body: null });
      await expect(server.call('get_active_banner', {}, { token })).rejects.toMatchObject({ status: 401 });
    }
  });

  test('of a suspended person is answered with the reason', async () => {
    const suspended = await buildMember(server, { is_suspended: true });
    const stall = await buildSeller(server, { warung: { is_suspended: true } });
    expect(await auth(server, getSession, undefined, { cookie: suspended.cookie })).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    });
    expect(await auth(server, getSession, undefined, { cookie: stall.cookie })).toMatchObject({
      status: 403,
      body: { code: 'warung_suspended' },
    });
  });

  test('is renewed for 30 days once a day, not more often', async () => {
    const { id, cookie } = await register(server);
    const young = await auth(server, getSession, undefined, { cookie });
    expect(young.headers.getSetCookie()).toEqual([]);
    const dayAgo = new Date(Date.now() + 28.9 * 86_400_000);
    await server.db.updateTable('sessions').set({ expires_at: dayAgo }).where('user_id', '=', id).execute();
    const renewed = await auth(server, getSession, undefined, { cookie });
    expect(renewed.cookie).toBe(cookie);
    expect(renewed.headers.getSetCookie()[0]).toContain('Max-Age=2592000');
    const [session] = await sessionsOf(id);
    expect(session?.expires_at.getTime()).toBeGreaterThan(Date.now() + 29.9 * 86_400_000);
    expect(renewed.body).toMatchObject({ expires_at: session?.expires_at.toISOString() });
  });
});

describe('the devices one is signed in on (D66)', () => {
  const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const signInOn = async ({ email, password }: { email: string; password: string }, agent: string) => {
    const { token } = await auth(server, path, { email, password }, { 'user-agent': agent });
    return { token: token ?? '' };
  };

  test('are listed with browser and system, the current one marked; ended sessions are not listed', async () => {
    const { id, form, token } = await register(server);
    const phone = await signInOn(form, android);
    await buildSession(server, id, { revoked_at: new Date() });
    await buildSession(server, id, { expires_at: new Date(Date.now() - 1_000) });
    const listed = await server.call('list_sessions', {}, phone);
    expect(listed).toMatchObject([
      { device: 'Chrome di Android', is_current: true },
      { device: 'Perangkat tidak dikenal', is_current: false },
    ]);
    expect((await server.call('list_sessions', {}, { token })).map(({ is_current }) => is_current)).toEqual([
      false,
      true,
    ]);
  });

  test('can be signed out by their owner only, one by one or all others at once, with their push tokens', async () => {
    const [{ id, form, token }, other] = [await register(server), await register(server)];
    const here = { token };
    const [one, two] = [await signInOn(form, android), await signInOn(form, android)];
    const idOf = async (as: { token: string }) =>
      (await server.call('list_sessions', {}, as)).find(({ is_current }) => is_current)?.id ?? '';
    const [oneId, twoId] = [await idOf(one), await idOf(two)];
    await server.db
      .insertInto('push_subscriptions')
      .values({ fcm_token: `push ${id}`, user_id: id, session_id: twoId })
      .execute();
    const received: unknown[] = [];
    const stop = server.platform.bus.listen(({ topic, signal }) => {
      if (topic === `user:${id}`) received.push(signal);
    });

    await server.call('end_session', { session_id: oneId }, other);
    expect(await server.call('get_session', {}, one)).not.toBeNull();
    await server.call('end_session', { session_id: oneId }, here);
    expect(await server.call('get_session', {}, one)).toBeNull();
    await server.call('end_session', { session_id: oneId }, here);
    await server.call('end_other_sessions', {}, here);
    stop();
    expect(await server.call('get_session', {}, two)).toBeNull();
    expect(await server.call('get_session', {}, here)).not.toBeNull();
    expect(await server.call('get_session', {}, other)).not.toBeNull();
    expect(received).toEqual(
      [oneId, twoId].map((session_id) => ({ type: 'session_ended', reason: 'ended_elsewhere', session_id })),
    );
    expect(await devicesOf(id)).toEqual([]);
  });

  test('show when they were last used, written at most once in five minutes', async () => {
    const member = await buildMember(server);
    const seen = async () => (await server.call('list_sessions', {}, member))[0]?.last_seen_at ?? '';
    const age = (minutes: number) =>
      server.db
        .updateTable('sessions')
        .set({ last_seen_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', member.id)
        .execute();
    await age(4);
    const before = await seen();
    expect(Date.now() - Date.parse(before)).toBeGreaterThan(3 * 60_000);
    await age(6);
    // changing the profile drops the session from the cache, so that it is read again
    await server.call(
      'update_profile',
      { full_name: 'Uni', address: '', nagari: '', kecamatan: '', phone: '' },
      member,
    );
    const idleMs = async () => Date.now() - Date.parse(await seen());
    // After 30 seconds in the cache the session would be read again in any case.
    await expect.poll(idleMs, { timeout: 25_000 }).toBeLessThan(60_000);
  });
});

describe('signing out', () => {
  test('ends this session, notifies its pages, and leaves other devices signed in (D10)', async () => {
    const { id, form, cookie } = await register(server);
    const other = await auth(server, path, { email: form.email, password: form.password });
    const received: unknown[] = [];
    const stop = server.platform.bus.listen(({ topic, signal }) => {
      if (topic === `user:${id}`) received.push(signal);
    });
    const current = (await auth(server, '/auth/get-session', undefined, { cookie })).body?.['id'];
    const answer = await auth(server, '/auth/sign-out', {}, { cookie });
    stop();
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^lapau\.session_token=; Max-Age=0;/));
    expect(received).toEqual([{ type: 'session_ended', reason: 'signed_out', session_id: current }]);
    expect((await auth(server, '/auth/get-session', undefined, { cookie })).body).toBeNull();
    expect((await auth(server, '/auth/get-session', undefined, { cookie: other.cookie ?? '' })).body).not.toBeNull();
  });

  test('that comes late, for a session that is named, leaves whoever has signed in since then signed in (D83)', async () => {
    const [left, next] = [await register(server), await register(server)];
    const read = async ({ cookie }: { cookie: string }) =>
      (await auth(server, '/auth/get-session', undefined, { cookie })).body?.['id'] as string | undefined;
    const signOut = (session: string, cookie: string) =>
      auth(server, '/auth/sign-out', {}, { cookie, 'lapau-session': session });
    const session = (await read(left)) ?? '';
    const late = await signOut(session, next.cookie);
    expect([late.status, late.headers.getSetCookie()]).toEqual([200, []]);
    expect([await read(left), await read(next)]).toEqual([session, expect.any(String)]);
    await signOut(session, left.cookie);
    expect(await read(left)).toBeUndefined();
    // A second sign-out clears no cookie that the device has got since the first one.
    expect((await signOut(session, left.cookie)).headers.getSetCookie()).toEqual([]);
  });

  test('ends whichever session of the account there is, where that is named too, and leaves those of others', async () => {
    const [own, other] = [await register(server), await register(server)];
    const signOut = (account: string) =>
      auth(server, '/auth/sign-out', {}, { cookie: own.cookie, 'lapau-session': 'outdated', 'lapau-account': account });
    const isThere = async () => (await sessionsOf(own.id)).length;
    await signOut(other.id);
    expect(await isThere()).toBe(1);
    await signOut(own.id);
    expect(await isThere()).toBe(0);
  });

  test('of another session leaves that of a suspended person, which an undone suspension lets go on (D75)', async () => {
    const suspended = await buildMember(server, { is_suspended: true });
    const [session] = await sessionsOf(suspended.id);
    const signOut = (id = '') => auth(server, '/auth/sign-out', {}, { cookie: suspended.cookie, 'lapau-session': id });
    expect((await signOut('another')).headers.getSetCookie()).toEqual([]);
    expect(await sessionsOf(suspended.id)).toHaveLength(1);
    await signOut(session?.id);
    expect(await sessionsOf(suspended.id)).toEqual([]);
  });

  test('ends the session that authenticated the request, not one of its other cookies', async () => {
    const [own, planted] = [await register(server), await register(server)];
    const alive = async (cookie: string) =>
      (await auth(server, '/auth/get-session', undefined, { cookie })).body !== null;
    await auth(server, '/auth/sign-out', {}, { cookie: `${own.cookie}; ${planted.cookie}` });
    expect([await alive(own.cookie), await alive(planted.cookie)]).toEqual([false, true]);
    const bearer = await register(server);
    await auth(server, '/auth/sign-out', {}, { authorization: `Bearer ${bearer.token}`, cookie: planted.cookie });
    expect([await alive(bearer.cookie), await alive(planted.cookie)]).toEqual([false, true]);
  });

  test('works with a bearer token, and deletes the device’s push token (D37)', async () => {
    const member = await buildMember(server);
    const [session] = await sessionsOf(member.id);
    await server.db
      .insertInto('push_subscriptions')
      .values({ fcm_token: `push ${member.id}`, user_id: member.id, session_id: session?.id ?? '' })
      .execute();
    await auth(server, '/auth/sign-out', {}, { authorization: `Bearer ${member.token}` });
    expect(await sessionsOf(member.id)).toEqual([]);
    expect(await devicesOf(member.id)).toEqual([]);
  });

  test('clears the cookie also without a session and of a suspended person', async () => {
    const suspended = await buildMember(server, { is_suspended: true });
    for (const cookie of ['', 'lapau.session_token=x', suspended.cookie]) {
      const answer = await auth(server, '/auth/sign-out', {}, { cookie });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^lapau\.session_token=; Max-Age=0;/));
    }
  });
});
