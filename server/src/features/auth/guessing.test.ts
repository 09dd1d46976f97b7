import crypto from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auth, openInbox, register, signUpForm, tokenOf } from '../../testing/auth.ts';
import {
  buildAdmin,
  buildMember,
  buildPassword,
  buildRecoveryCode,
  buildWrongPasswords,
} from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { countWaitingStrangers } from '../../testing/waiting-passwords.ts';

const path = '/auth/sign-in/email';
const server = await startTestServer({ trustProxy: true });
const inbox = await openInbox(server);

type SignIn = { email: string; password: string; code?: string; confirmation?: string };
const signIn = (input: SignIn, headers: Record<string, string> = {}) => auth(server, path, input, headers);

async function guessed(wrongPasswords: number) {
  const { id, form, device } = await register(server);
  await buildWrongPasswords(server, form.email, wrongPasswords);
  return { id, device, email: form.email, password: form.password };
}

const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';
const notThis = (code: string) => (code === '000000' ? '000001' : '000000');

/** Signs in, expects to be asked for a code, and returns that answer with the code of the mail. */
async function asked({ email, password }: SignIn) {
  const { status, body } = await signIn({ email, password });
  expect([status, body?.['code']]).toEqual([403, 'confirmation_needed']);
  const { confirmation, by } = (body ?? {})['current'] as { confirmation: string; by: string };
  return { confirmation, by, code: codeIn((await inbox.next(email)).text) };
}

describe('while strangers guess at an account', () => {
  test('the right password of a new device does not wait, and a wrong one does, also one for an e-mail that nobody has', async () => {
    const { email, password } = await guessed(100);
    const nobody = signUpForm().email;
    await buildWrongPasswords(server, nobody, 100);
    // The answers to wrong passwords wait by these timers, which go on only while something is polled.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answered: string[] = [];
    const wrong = [email, nobody].map(async (at) => {
      const { status, body } = await signIn({ email: at, password: 'salah' }, { 'x-forwarded-for': '10.0.0.1' });
      answered.push('wrong');
      return [status, body?.['code']];
    });
    const counted = server.db.selectFrom('wrong_passwords').select(({ fn }) => fn.count<string>('id').as('number'));
    await expect.poll(async () => Number((await counted.executeTakeFirst())?.number)).toBe(202);
    expect((await signIn({ email, password }, { 'x-forwarded-for': '10.0.0.2' })).status).toBe(200);
    answered.push('right');
    expect(answered).toEqual(['right']);
    const later = () => {
      vi.advanceTimersByTime(200);
      return answered;
    };
    await expect.poll(later).toEqual(['right', 'wrong', 'wrong']);
    expect(await Promise.all(wrong)).toEqual([
      [401, 'invalid_credentials'],
      [401, 'invalid_credentials'],
    ]);
  });

  test('the right password is verified before what seventy addresses have sent again and again', async () => {
    const { email, password } = await register(server).then(({ form }) => form);
    const hashes: { password: string; release: () => void }[] = [];
    let isHeld = false;
    let answered = 0;
    const hashing = vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, { message }, callback) => {
      const release = () => callback(null, Buffer.alloc(32));
      if (isHeld) hashes.push({ password: message as string, release });
      else
        setImmediate(() => {
          release();
          answered += 1;
        });
    });
    const guess = (index: number) => signIn({ email, password: 'salah' }, { 'x-forwarded-for': `10.1.0.${index}` });
    const guesses = Array.from({ length: 70 }, (_, index) => guess(index));
    // each address has had its turn
    await expect.poll(() => answered).toBe(70);
    isHeld = true;
    guesses.push(...Array.from({ length: 70 }, (_, index) => guess(index)));
    await expect.poll(() => hashes.length + countWaitingStrangers()).toBe(70);
    const owners = signIn({ email, password }, { 'x-forwarded-for': '10.2.0.1' });
    await expect.poll(() => hashes.length + countWaitingStrangers()).toBe(71);
    const running = hashes.length;
    hashes[0]?.release();
    await expect.poll(() => hashes.slice(running)).toHaveLength(1);
    expect(hashes[running]?.password).toBe(password);
    hashing.mockImplementation((_algorithm, _parameters, callback) => callback(null, Buffer.alloc(32)));
    for (const { release } of hashes) release();
    hashing.mockRestore();
    await Promise.all([owners, ...guesses]);
  });
});

describe('after more than 200 wrong passwords within an hour', () => {
  test('a new device also gives the code of a mail, once', async () => {
    const owner = await guessed(201);
    const { confirmation, by, code } = await asked(owner);
    // this server has no mail server: the mail is a file
    expect(by).toBe('admin');
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await server.platform.database.pool.query('select code_hash from sign_in_codes where id = $1', [
      confirmation,
    ]);
    expect(rows[0].code_hash).toMatch(/^[\w-]{43}$/);
    const answer = await signIn({ ...pick(owner), confirmation, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect([answer.status, answer.body]).toEqual([200, { signed_in: true }]);
    expect(await signIn({ ...pick(owner), confirmation, code })).toMatchObject({
      status: 400,
      body: { code: 'invalid_confirmation_code' },
    });
    // now the device is known
    expect((await signIn(pick(owner), { cookie: answer.device ?? '' })).status).toBe(200);
  });

  test('with a mail server the answer says that the code is mailed', async () => {
    const own = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1', emailVerification: false });
    const { form } = await register(own);
    await buildWrongPasswords(own, form.email, 201);
    const { body } = await auth(own, path, { email: form.email, password: form.password });
    expect(body).toMatchObject({ code: 'confirmation_needed', current: { by: 'mail' } });
  });

  test('where mails are refused the answer names an admin, after the right password alone', async () => {
    const own = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1', emailVerification: false });
    const { id, form } = await register(own);
    await own.db.updateTable('profiles').set({ mail_refused_at: new Date() }).where('id', '=', id).execute();
    await buildWrongPasswords(own, form.email, 201);
    const signInWith = (password: string, code?: string) => auth(own, path, { email: form.email, password, code });
    expect((await signInWith('salah')).body).toMatchObject({ code: 'invalid_credentials' });
    expect((await signInWith(form.password)).body).toMatchObject({
      code: 'confirmation_needed',
      current: { by: 'admin', because: 'guesses' },
    });
    const code = await buildRecoveryCode(own, { id });
    expect((await signInWith(form.password, code)).status).toBe(200);
  });

  test('a device that signed in before is not asked, nor is anybody after 200, or an hour later', async () => {
    const owner = await guessed(201);
    expect((await signIn(pick(owner), { cookie: owner.device })).status).toBe(200);
    expect((await signIn(pick(await guessed(200)))).status).toBe(200);
    const later = await guessed(201);
    await server.db
      .updateTable('wrong_passwords')
      .set({ created_at: new Date(Date.now() - 61 * 60_000) })
      .execute();
    expect((await signIn(pick(later))).status).toBe(200);
  });

  test('a wrong password is answered as ever', async () => {
    const own = await startTestServer({ limits: { wrongPasswordsByAccountAndAddress: 1e6 } });
    const { form } = await register(own);
    await buildWrongPasswords(own, form.email, 201);
    const answer = await auth(own, path, { email: form.email, password: 'salah' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(answer.body).not.toHaveProperty('current');
  });

  test('a code has five tries, is for its account and sign-in, and expires', async () => {
    const [owner, other] = [await guessed(201), await guessed(201)];
    const refused = { status: 400, body: { code: 'invalid_confirmation_code' } };
    const first = await asked(owner);
    expect(await signIn({ ...pick(other), confirmation: first.confirmation, code: first.code })).toMatchObject(refused);
    expect(await signIn({ ...pick(owner), code: first.code })).toMatchObject(refused);
    for (let tries = 0; tries < 5; tries += 1)
      expect(
        await signIn({ ...pick(owner), confirmation: first.confirmation, code: notThis(first.code) }),
      ).toMatchObject(refused);
    expect(await signIn({ ...pick(owner), confirmation: first.confirmation, code: first.code })).toMatchObject(refused);

    const second = await asked(owner);
    await server.db
      .updateTable('sign_in_codes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(await signIn({ ...pick(owner), confirmation: second.confirmation, code: second.code })).toMatchObject(
      refused,
    );
    const third = await asked(owner);
    expect((await signIn({ ...pick(owner), confirmation: third.confirmation, code: third.code })).status).toBe(200);
  });

  test.each(['12345', 'abc', '1234567', 'AAAA-AAAA'])('what cannot be a code is refused as such: %s', async (code) => {
    expect(await signIn({ email: 'a@b.id', password: 'x', code })).toMatchObject({
      status: 422,
      body: { details: { code: expect.stringContaining('6 angka') } },
    });
  });

  test('codes that are asked for again and again do not flood the mailbox', async () => {
    const own = await startTestServer({ limits: { mailsByMailbox: 5 } });
    const { form } = await register(own);
    await buildWrongPasswords(own, form.email, 201);
    const ask = () => auth(own, path, { email: form.email, password: form.password });
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push((await ask()).status);
    expect(answers).toEqual([403, 403, 429, 429]);
  });

  test('a code that an admin has read out confirms too, leaves the password, and is used up', async () => {
    const owner = await guessed(201);
    const stranger = await guessed(201);
    const code = await buildRecoveryCode(server, owner);
    expect((await signIn({ ...pick(stranger), code })).status).toBe(400);
    expect((await signIn({ ...pick(owner), code: code.toLowerCase() })).status).toBe(200);
    expect(await signIn({ ...pick(owner), code })).toMatchObject({
      status: 400,
      body: { code: 'invalid_confirmation_code' },
    });
    const log = server.db.selectFrom('audit_log').where('actor_id', '=', owner.id).select('action');
    expect(await log.execute()).toEqual([{ action: 'confirm_sign_in_with_code' }]);
    const told = server.db.selectFrom('notifications').where('user_id', '=', owner.id).select('content');
    expect(await told.execute()).toMatchObject([{ content: expect.stringContaining('perangkat baru') }]);
  });

  test('a code that was made before somebody became an admin does not confirm', async () => {
    const admin = await buildAdmin(server);
    const password = await buildPassword(server, admin);
    const code = await buildRecoveryCode(server, admin);
    await buildWrongPasswords(server, admin.email, 201);
    expect((await signIn({ email: admin.email, password, code })).status).toBe(400);
  });

  test('a sign-in that was refused keeps the code of a suspended person from being used up', async () => {
    const person = await buildMember(server, { is_suspended: true });
    const password = await buildPassword(server, person);
    await buildWrongPasswords(server, person.email, 201);
    const { confirmation, code } = await asked({ email: person.email, password });
    for (let tries = 0; tries < 2; tries += 1)
      expect(await signIn({ email: person.email, password, confirmation, code })).toMatchObject({
        status: 403,
        body: { code: 'account_suspended' },
      });
  });

  test('whoever sets a new password by mail or by an admin’s code is not asked on that device', async () => {
    const owner = await guessed(201);
    await auth(server, '/auth/request-password-reset', { email: owner.email });
    const token = tokenOf(await inbox.next(owner.email), 'resetPassword');
    const reset = await auth(server, '/auth/reset-password', { token, newPassword: 'sandi yang baru' });
    const changed = { email: owner.email, password: 'sandi yang baru' };
    expect((await signIn(changed, { cookie: reset.device ?? '' })).status).toBe(200);
    expect((await signIn(changed)).status).toBe(403);

    const code = await buildRecoveryCode(server, owner);
    const byCode = await server.request('/rpc/reset_password_with_code', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, new_password: 'sandi ketiga' }),
    });
    const cookie = byCode.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect((await signIn({ email: owner.email, password: 'sandi ketiga' }, { cookie })).status).toBe(200);
  });
});

const pick = ({ email, password }: SignIn): SignIn => ({ email, password });
