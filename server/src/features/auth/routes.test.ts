import crypto from 'node:crypto';
import { PassThrough } from 'node:stream';
import { authRoutes } from '@lapau/contract/auth';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadAuthLibrary } from '../../platform/session/auth-library.ts';
import { auth, openInbox, register, signUpForm, tokenOf } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';
import { countWaitingStrangers } from '../../testing/waiting-passwords.ts';

const server = await startTestServer();
const { api } = await loadAuthLibrary({ ...server.platform, emailVerification: false });

describe('the auth library’s paths (D50)', () => {
  const endpoints = Object.values(
    api as unknown as Record<string, { path?: string; options: { method?: string | string[] } }>,
  );
  const paths = [...new Set(endpoints.map(({ path }) => path).filter((path) => path !== undefined))];
  const others = paths.filter((path) => !(`/auth${path}` in authRoutes));

  test('are many, of which seven are mounted', () => {
    expect(others.length).toBeGreaterThan(20);
    expect(paths.length - others.length).toBe(7);
    expect(Object.keys(authRoutes)).toHaveLength(7);
  });

  test.each([
    ...others,
    '/sign-in',
    '/sign-up',
    '/',
    '/sign-in/username',
    '/admin/set-role',
    '/reset-password/abc',
    '/ok',
  ])('/auth%s is not there, whatever the method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await server.request(`/auth${path.replace(/:\w+/, 'x')}`, {
        method,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      });
      expect([method, response.status, await response.json()]).toEqual([
        method,
        404,
        { code: 'unknown_call', message: 'Alamat ini tidak ada. Muat ulang halaman, lalu coba lagi.' },
      ]);
    }
  });

  test.each(Object.entries(authRoutes))('%s answers another method with 405', async (path, { method }) => {
    const other =
      method === 'GET' ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } : {};
    const response = await server.request(path, other);
    expect([response.status, await response.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
  });
});

describe('a request from another site', () => {
  const writes = Object.entries(authRoutes).filter(([, { writes }]) => writes);

  test.each(writes.map(([path]) => path as keyof typeof authRoutes))('is refused at %s', async (path) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      expect(await auth(server, path, signUpForm(), headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { code: 'foreign_origin' },
      });
    }
  });

  test('also means a page of the same host without TLS, when PUBLIC_URL has TLS', async () => {
    const https = await startTestServer({ publicUrl: 'https://lapau.test' });
    const { host } = new URL(https.url);
    const from = (origin: string) => auth(https, '/auth/sign-out', {}, { origin });
    expect(await from(`http://${host}`)).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    expect((await from(`https://${host}`)).status).toBe(200);
  });
});

test.each(['{', '"x', '[]', 'null', '7', '{"email":{"$gt":""}}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`])(
  'a body like %.20s gets a 4xx of ours',
  async (body) => {
    const response = await server.request('/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([400, 422]).toContain(response.status);
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^(malformed_request|invalid_input)$/) });
  },
);

describe('limits (D51)', async () => {
  /** Stops the clock of the limits, so that no try becomes free again because the machine is slow. */
  const stopTime = () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
  };
  const tight = await startTestServer({
    trustProxy: true,
    limits: {
      wrongPasswordsByAccountAndAddress: 3,
      authTriesByAddress: 40,
    },
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signIn = (email: string, password: string, address: string) =>
    auth(tight, '/auth/sign-in/email', { email, password }, from(address));

  test('are tight for an account from one address, and do not lock out its owner at another', async () => {
    stopTime();
    const { form } = await register(tight);
    for (let tries = 0; tries < 3; tries += 1) expect((await signIn(form.email, 'salah', '10.0.0.1')).status).toBe(401);
    const over = await signIn(form.email.toUpperCase(), 'salah', '10.0.0.1');
    expect(over).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn('tidak-ada@lapau.test', 'salah', '10.0.0.1')).status).toBe(401);
    // the right password is not limited, not even at the address of whoever guesses
    for (const address of ['10.0.0.1', '10.0.0.2'])
      expect((await signIn(form.email, form.password, address)).status).toBe(200);
    const other = await register(tight);
    expect((await signIn(other.form.email, other.form.password, '10.0.0.1')).status).toBe(200);
  });

  test('count the wrong passwords of all addresses of a /24 at an account as those of one, and not its right password', async () => {
    stopTime();
    const { form } = await register(tight);
    for (const end of [1, 2, 3]) expect((await signIn(form.email, 'salah', `10.0.5.${end}`)).status).toBe(401);
    expect((await signIn(form.email, 'salah', '10.0.5.4')).status).toBe(429);
    expect((await signIn(form.email, 'salah', '10.0.6.1')).status).toBe(401);
    expect((await signIn(form.email, form.password, '10.0.5.4')).status).toBe(200);
  });

  test('count all IPv6 addresses of one connection (a /48) as one', async () => {
    stopTime();
    const { form } = await register(tight);
    for (const end of ['1', '2', 'ffff:1']) {
      expect((await signIn(form.email, 'salah', `2001:db8:1:2::${end}`)).status).toBe(401);
    }
    expect((await signIn(form.email, 'salah', '2001:db8:1:8000::9')).status).toBe(429);
    expect((await signIn(form.email, 'salah', '2001:db8:2:2::1')).status).toBe(401);
    expect((await signIn(form.email, form.password, '2001:db8:1:2::1')).status).toBe(200);
  });

  test('are looser for all requests from one address', async () => {
    stopTime();
    const answers = [];
    for (let index = 0; index < 41; index += 1) {
      const body = { token: 'x', newPassword: 'rahasia' };
      answers.push((await auth(tight, '/auth/reset-password', body, from('10.0.3.1'))).status);
    }
    expect(answers).toEqual([...Array.from({ length: 40 }, () => 400), 429]);
  });

  test('count links that somebody guesses at to learn their accounts, too', async () => {
    stopTime();
    const answers = [];
    for (let index = 0; index < 41; index += 1) {
      const body = JSON.stringify({ link: 'verifyEmail', token: `tebakan${index}` });
      const headers = { ...from('10.0.7.1'), 'content-type': 'application/json' };
      answers.push((await tight.request('/rpc/get_link_account', { method: 'POST', headers, body })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
  });

  test('do not delay a device that has signed in before, whatever others do from its address (D64)', async () => {
    stopTime();
    const own = await startTestServer({
      trustProxy: true,
      limits: { signInsByDevice: 2, authTriesByAddress: 5, signInsByAddress: 15, callsByAddress: 15 },
    });
    const { form, device } = await register(own);
    const other = await register(own);
    const signInHere = (email: string, password: string, cookie = '') =>
      auth(own, '/auth/sign-in/email', { email, password }, { ...from('10.0.0.1'), cookie });
    for (let count = 0; count < 40; count += 1) await signInHere(form.email, 'salah');
    for (let count = 0; count < 40; count += 1)
      await own.request('/rpc/get_session', { method: 'POST', headers: from('10.0.0.1') });

    // in a flood the right password is refused at this address on every other device, also on another member’s
    expect((await signInHere(form.email, form.password)).status).toBe(429);
    expect((await signInHere(form.email, form.password, other.device)).status).toBe(429);
    expect((await signInHere(form.email, form.password, `${device}x`)).status).toBe(429);
    const known = await signInHere(form.email, form.password, device);
    expect(known.status).toBe(200);
    expect(known.device?.split('.')).toHaveLength(device.split('.').length);

    // guesses from the known device are limited too
    expect((await signInHere(form.email, 'salah', device)).status).toBe(401);
    expect((await signInHere(form.email, form.password, device)).status).toBe(429);
  });

  test('290 sign-ins at once from one address delay a sign-in from another by one hash', async () => {
    const own = await startTestServer({ trustProxy: true });
    const hashes: { password: string; release: () => void }[] = [];
    const hashing = vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, { message }, callback) => {
      hashes.push({ password: message as string, release: () => callback(null, Buffer.alloc(32)) });
    });
    const burst = Array.from({ length: 290 }, async (_, index) => {
      const body = { email: `badai-${index}@lapau.test`, password: 'badai' };
      await auth(own, '/auth/sign-in/email', body, from('10.0.0.1'));
    });
    await expect.poll(() => hashes.length + countWaitingStrangers()).toBe(290);
    const single = auth(
      own,
      '/auth/sign-in/email',
      { email: 'tenang@lapau.test', password: 'tenang' },
      from('10.0.1.1'),
    );
    await expect.poll(() => hashes.length + countWaitingStrangers()).toBe(291);
    const running = hashes.length;
    hashes[0]?.release();
    await expect.poll(() => hashes.slice(running)).toHaveLength(1);
    expect(hashes[running]?.password).toBe('tenang');
    hashing.mockImplementation((_algorithm, _parameters, callback) => callback(null, Buffer.alloc(32)));
    for (const { release } of hashes) release();
    expect((await single).status).toBe(401);
    await Promise.all(burst);
    hashing.mockRestore();
  });
});

test('the log contains no secret; of a refused sign-in the address, and the account without a name', async () => {
  const own = await startTestServer({ emailVerification: true, mailFrom: 'Lapau <lapau@lapau.test>' });
  const stream = new PassThrough();
  const lines: string[] = [];
  stream.on('data', (line) => lines.push(String(line)));
  Object.assign(own.platform, { log: pino({ level: 'debug' }, stream) });
  const inbox = await openInbox(own);
  const form = signUpForm();
  await auth(own, '/auth/sign-up/email', form);
  const verification = await inbox.next(form.email);
  await auth(own, '/auth/verify-email', {
    token: tokenOf(verification, 'verifyEmail'),
    password: form.password,
  });
  const { cookie } = await auth(own, '/auth/sign-in/email', { email: form.email, password: form.password });
  await auth(own, '/auth/request-password-reset', { email: form.email });
  const recovery = await inbox.next(form.email);
  await auth(own, '/auth/sign-in/email', { email: form.email, password: 'salah sekali' });
  await auth(own, '/auth/sign-in/email', { email: form.email, password: 'salah lagi' });
  await auth(own, '/auth/sign-in/email', { email: 'tidak-ada@lapau.test', password: 'salah sekali' });
  const refused = lines.filter((line) => line.includes('a sign-in was refused')).map((line) => JSON.parse(line));
  expect(refused).toHaveLength(3);
  for (const line of refused)
    expect(line).toMatchObject({ address: '127.0.0.1', account: expect.stringMatching(/^[\w-]{16}$/) });
  expect(refused[1].account).toBe(refused[0].account);
  expect(refused[2].account).not.toBe(refused[0].account);
  const secrets = [
    form.email,
    'salah sekali',
    'salah lagi',
    form.password,
    cookie,
    verification.link,
    recovery.link,
    tokenOf(verification, 'verifyEmail'),
    tokenOf(recovery, 'resetPassword'),
  ];
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
});
