import crypto from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { startWorkers } from '../../platform/workers/worker.ts';
import { auth, openInbox, register, tokenOf } from '../../testing/auth.ts';
import { startTestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { authWorkers } from './jobs.ts';

const server = await startTestServer();
const inbox = await openInbox(server);

const requestReset = (email: string) => auth(server, '/auth/request-password-reset', { email });
const reset = (token: string, newPassword = 'kata sandi baru') =>
  auth(server, '/auth/reset-password', { token, newPassword });

async function mailedToken(email: string): Promise<string> {
  await requestReset(email);
  return tokenOf(await inbox.next(email), 'resetPassword');
}

test('changing the password mails its owner and signs out the other devices', async () => {
  const { form, token } = await register(server);
  const other = await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
  const input = { old_password: form.password, new_password: 'kata sandi baru' };
  await server.call('change_password', input, { token });
  expect((await inbox.next(form.email)).subject).toBe('Kata sandi Anda telah diubah');
  expect((await auth(server, '/auth/get-session', undefined, { cookie: other.cookie ?? '' })).body).toBeNull();
  expect(await server.call('get_session', {}, { token })).not.toBeNull();
});

test('a mailed link names its account, by which a password manager stores the new password', async () => {
  const { form } = await register(server);
  const token = await mailedToken(form.email);
  const account = (link: 'resetPassword' | 'verifyEmail', given = token) =>
    server.call('get_link_account', { link, token: given });
  expect(await account('resetPassword')).toEqual({ email: form.email });
  expect(await account('resetPassword')).toEqual({ email: form.email });
  // neither a link of the other kind nor one that is not valid names anybody
  expect(await account('verifyEmail')).toEqual({ email: null });
  expect(await account('resetPassword', `${token}0`)).toEqual({ email: null });
  expect(await account('resetPassword', 'a\0b')).toEqual({ email: null });
  expect((await reset(token)).status).toBe(200);
  expect(await account('resetPassword')).toEqual({ email: null });
});

describe('a forgotten password', () => {
  test('is replaced through a mailed link, which ends all sessions and verifies the e-mail (D5)', async () => {
    const { id, form, cookie } = await register(server);
    const received: unknown[] = [];
    server.platform.bus.listen(({ topic, signal }) => {
      if (topic === `user:${id}`) received.push(signal);
    });
    expect(await requestReset(form.email.toUpperCase())).toMatchObject({ status: 200, body: { done: true } });
    const letter = await inbox.next(form.email);
    expect(letter.link).toMatch(/^http:\/\/lapau\.test\/login#reset=[A-Za-z0-9]{24}$/);
    expect(letter.text).toContain(letter.link);
    expect(Math.abs(letter.expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);

    const answer = await reset(tokenOf(letter, 'resetPassword'));
    expect([answer.status, answer.body, answer.cookie]).toEqual([200, { done: true }, undefined]);
    expect(received).toEqual([{ type: 'session_ended', reason: 'password_changed' }]);
    expect((await auth(server, '/auth/get-session', undefined, { cookie })).body).toBeNull();
    const signIn = (password: string) => auth(server, '/auth/sign-in/email', { email: form.email, password });
    expect((await signIn(form.password)).status).toBe(401);
    expect((await signIn('kata sandi baru')).status).toBe(200);
    const profile = await server.db
      .selectFrom('profiles')
      .where('id', '=', id)
      .select('email_verified')
      .executeTakeFirst();
    expect(profile?.email_verified).toBe(true);
    expect((await inbox.next(form.email)).subject).toBe('Kata sandi Anda telah diubah');
  });

  test('causes the same work for an e-mail without an account (D3)', async () => {
    const own = await startTestServer();
    const { form } = await register(own);
    // This warms up: only the first job queries its queue's configuration.
    await auth(own, '/auth/request-password-reset', { email: 'siapa-saja@lapau.test' });
    const querying = vi.spyOn(pg.Client.prototype, 'query');
    const hashing = vi.spyOn(crypto, 'argon2');
    const attempt = async (email: string) => {
      querying.mockClear();
      const { status, body, headers } = await auth(own, '/auth/request-password-reset', { email });
      const texts = querying.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? query);
      // The job queue's own maintenance statements are left out.
      const statements = texts.filter((text) => text.includes("'send_mail'") || !text.includes('jobs.'));
      return { status, body, headers: [...headers.keys()].toSorted(), statements };
    };
    const [unknown, known] = [await attempt('tidak-ada@lapau.test'), await attempt(form.email)];
    const hashed = hashing.mock.calls.length;
    vi.restoreAllMocks();
    expect(unknown).toEqual(known);
    expect(unknown.statements).toEqual([expect.stringContaining('INSERT INTO')]);
    expect(hashed).toBe(0);
  });

  test('sends no mail to an e-mail without an account', async () => {
    const { form } = await register(server);
    await requestReset('tidak-ada@lapau.test');
    await requestReset(form.email);
    await inbox.next(form.email);
    expect(inbox.all.filter(({ to }) => to === 'tidak-ada@lapau.test')).toEqual([]);
  });

  test('a link works once, also when ten requests use it at once', async () => {
    const { form } = await register(server);
    const token = await mailedToken(form.email);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => reset(token, `kata sandi ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect((await reset(token)).body).toEqual({
      code: 'invalid_token',
      message: 'Tautan sudah tidak berlaku. Minta tautan baru.',
    });
  });

  test('a new password revokes the other open links', async () => {
    const { form } = await register(server);
    const [first, second] = [await mailedToken(form.email), await mailedToken(form.email)];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).body).toMatchObject({ code: 'invalid_token' });
  });

  test('a link expires after an hour', async () => {
    const { id, form } = await register(server);
    const token = await mailedToken(form.email);
    const open = server.db.updateTable('verifications').where('value', '=', id);
    const { expires_at } = await server.db
      .selectFrom('verifications')
      .where('value', '=', id)
      .select('expires_at')
      .executeTakeFirstOrThrow();
    expect(Math.abs(expires_at.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await open.set({ expires_at: new Date(Date.now() - 1) }).execute();
    expect((await reset(token)).body).toMatchObject({ code: 'invalid_token' });
  });

  test('a link stays valid when the new password is refused', async () => {
    const { form } = await register(server);
    const token = await mailedToken(form.email);
    expect(await reset(token, '12345')).toMatchObject({
      status: 422,
      body: { details: { newPassword: expect.any(String) } },
    });
    expect((await reset(token)).status).toBe(200);
  });

  test.each([
    ['request-password-reset', {}],
    ['request-password-reset', { email: 'x' }],
    ['request-password-reset', { email: 'a@b.id', redirectTo: 'https://evil.example' }],
    ['reset-password', { token: 'x' }],
    ['reset-password', { newPassword: 'rahasia' }],
  ] as const)('%s refuses %j', async (name, body) => {
    expect(await auth(server, `/auth/${name}`, body)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  test('the database stores no token of a link, nor does the job queue', async () => {
    const { form } = await register(server);
    const token = await mailedToken(form.email);
    const { rows } = await server.platform.database.pool.query(
      `select query_to_xml('select * from verifications', true, false, '')::text ||
              query_to_xml('select * from jobs.job', true, false, '')::text as everything`,
    );
    expect(rows[0].everything).toContain(form.email);
    expect(rows[0].everything).not.toContain(token);
  });

  test('with a mail server no mail is written to a file, and a refused mail is retried (D4)', async () => {
    const smtp = await startSmtpServer({ refuses: 1 });
    const own = await startTestServer({ smtpUrl: smtp.url, emailVerification: false });
    await startWorkers(own.platform, authWorkers);
    const { form } = await register(own);
    for (let times = 0; times < 2; times += 1) await auth(own, '/auth/request-password-reset', { email: form.email });
    const { to, data } = await smtp.first();
    expect(to).toBe(`RCPT TO:<${form.email}>`);
    expect(data).toContain('http://lapau.test/login#reset=');
    const { rows } = await own.platform.database.pool.query(
      `select state, retry_limit, retry_backoff from jobs.job where name = 'send_mail' order by created_on limit 1`,
    );
    expect(rows).toEqual([{ state: 'retry', retry_limit: 17, retry_backoff: true }]);
    await expect(stat(path.join(own.platform.config.dataFolder, 'mail'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('without a mail server the mail is written to a file, which is deleted when its link expires', async () => {
    const { form } = await register(server);
    await mailedToken(form.email);
    const folder = path.join(server.platform.config.dataFolder, 'mail');
    const mine = async () => {
      const texts = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8'));
      return (await Promise.all(texts)).filter((text) => text.includes(form.email));
    };
    expect(await mine()).toHaveLength(1);
    await server.platform.mailer.sweep(new Date(Date.now() + 3_700_000));
    expect(await mine()).toEqual([]);
  });
});
