import crypto from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readClock } from '../../platform/clock/clock.ts';
import { waitingPasswords } from '../../platform/passwords/passwords.ts';
import { auth, newId, openInbox, register, signUpForm } from '../../testing/auth.ts';
import { buildPendingSignUp, buildRecoveryCode, buildWrongPasswords } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { startSmtpServer } from '../../testing/smtp.ts';
import { countWaitingStrangers } from '../../testing/waiting-passwords.ts';
import { sharedCodeMs, sharedCodeOf } from './rules-sign-in.ts';

const path = '/auth/sign-in/email';
const smtp = await startSmtpServer();
const withMail = { trustProxy: true, smtpUrl: smtp.url, emailVerification: false };
const server = await startTestServer(withMail);
const inbox = await openInbox(server);
/** This server asks nobody for a code, so that a crowd goes on waiting. Both servers hash in the same process. */
const crowded = await startTestServer({ trustProxy: true, limits: { codesInCrowdByGroup: 0 } });

type Input = { email: string; password: string; code?: string; confirmation?: string };
const signIn = (input: Input, headers: Record<string, string> = {}, at = server) => auth(at, path, input, headers);
/** An address of a network that nobody else has. */
const from = (first: number, index: number) => ({ 'x-forwarded-for': `${first}.${index >> 8}.${index & 255}.7` });
const wrong = 'salah sekali';

const confirmationOf = (body: Record<string, unknown> | null | undefined) =>
  (body ?? {})['current'] as { confirmation: string };

/** Holds every hash until `release` lets one go. Hashes of the wrong password then cost nothing, others are computed as usual. */
function holdHashes() {
  const { argon2 } = crypto;
  const held: { password: string; end: () => void }[] = [];
  const order: string[] = [];
  const hashing = vi.spyOn(crypto, 'argon2').mockImplementation((algorithm, parameters, callback) => {
    const password = parameters.message as string;
    order.push(password);
    const end = () => (password === wrong ? callback(null, Buffer.alloc(32)) : argon2(algorithm, parameters, callback));
    held.push({ password, end });
  });
  const releaseAll = async (requests: Promise<unknown>[]) => {
    hashing.mockImplementation((algorithm, parameters, callback) =>
      parameters.message === wrong
        ? setImmediate(callback, null, Buffer.alloc(32))
        : argon2(algorithm, parameters, callback),
    );
    for (const { end } of held.splice(0)) end();
    await Promise.all(requests);
    hashing.mockRestore();
  };
  onTestFinished(() => releaseAll([]));
  return {
    order,
    started: () => order.length,
    /** Ends one of the hashes that run. */
    release: () => held.shift()?.end(),
    releaseAll,
  };
}

let crowds = 0;

/** Starts a sign-in with a wrong password from each of so many networks; they all wait, as none has had a turn. */
async function startCrowd(count: number, emailOf: (index: number) => string) {
  const before = countWaitingStrangers();
  crowds += 1;
  const networks = 100 + 2 * crowds;
  const hashes = holdHashes();
  const leaving = new AbortController();
  const requests = Array.from({ length: count }, (_, index) =>
    fetch(crowded.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(networks, index) },
      body: JSON.stringify({ email: emailOf(index), password: wrong }),
      signal: leaving.signal,
    }).then(
      ({ status }) => status,
      () => 'left',
    ),
  );
  await expect.poll(() => hashes.started() + countWaitingStrangers() - before, { timeout: 60_000 }).toBe(count);
  return { ...hashes, requests, elsewhere: (index: number) => from(networks + 1, index), leave: () => leaving.abort() };
}

describe.each([
  ['at one account', (victim: string) => () => victim],
  [
    'at an account each',
    (victim: string) => (index: number) => (index === 0 ? victim : `tidak-ada-${index}@lapau.test`),
  ],
])('while 450 addresses guess %s', (_where, emailOf) => {
  test('known and new devices, sign-ups and password changes have their turn within a few', async () => {
    const owner = await register(server, { password: 'sandi pemilik' });
    const other = await register(server, { password: 'sandi orang lain' });
    const member = await register(server, { password: 'sandi anggota' });
    const crowd = await startCrowd(450, emailOf(owner.form.email));
    const begun = crowd.started();
    const { email } = owner.form;
    const right = [
      signIn({ email, password: 'sandi pemilik' }, { ...crowd.elsewhere(1), cookie: owner.device }),
      signIn({ email, password: 'sandi pemilik' }, crowd.elsewhere(2)),
      signIn({ email: other.form.email, password: 'sandi orang lain' }, crowd.elsewhere(3)),
      auth(server, '/auth/sign-up/email', signUpForm({ password: 'sandi orang baru' }), crowd.elsewhere(4)),
      server.request('/rpc/change_password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: member.cookie, ...crowd.elsewhere(5) },
        body: JSON.stringify({ old_password: 'sandi anggota', new_password: 'sandi baru anggota' }),
      }),
    ];
    await expect.poll(countWaitingStrangers, { timeout: 30_000 }).toBe(450 - begun + 3);
    await new Promise(setImmediate);
    for (let turn = 1; turn <= 16; turn += 1) {
      crowd.release();
      await expect.poll(crowd.started, { timeout: 30_000 }).toBe(begun + turn);
    }
    expect(crowd.order.slice(begun)).toEqual(
      expect.arrayContaining([
        'sandi pemilik',
        'sandi orang lain',
        'sandi orang baru',
        'sandi anggota',
        'sandi baru anggota',
      ]),
    );
    expect(crowd.order.slice(begun).filter((password) => password === 'sandi pemilik')).toHaveLength(2);
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await crowd.releaseAll(crowd.requests);
    expect(new Set(await Promise.all(crowd.requests))).toEqual(new Set([401]));
  });
});

describe('a new device whose network and account have had a turn, while hundreds wait', () => {
  const codeIn = (text: string) => /^\d{4}-\d{4}-\d{4}$/m.exec(text)?.[0] ?? '';
  const notThis = (code: string) => (code === '0000-0000-0000' ? '0000-0000-0001' : '0000-0000-0000');
  const here = from(40, 1);

  /** Gives a wrong password for each of these e-mails from each of these networks, and then has the crowd come. */
  async function comeBefore(emails: string[], at: TestServer = server, networks = [here]) {
    for (const email of emails) for (const network of networks) await signIn({ email, password: wrong }, network, at);
    const crowd = await startCrowd(400, (index) => `ramai-${index}@lapau.test`);
    onTestFinished(async () => {
      crowd.leave();
      await crowd.releaseAll(crowd.requests);
    });
    return crowd;
  }

  test('is asked for a mailed code, the same whether or not there is an account, and no password is hashed for it', async () => {
    const { form } = await register(server);
    const pending = await buildPendingSignUp(server);
    const nobody = signUpForm().email;
    const crowd = await comeBefore([form.email, pending.email, nobody]);
    const begun = crowd.started();
    const answers = [];
    for (const email of [form.email, pending.email, nobody])
      answers.push(await signIn({ email, password: wrong }, here));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        403,
        {
          code: 'confirmation_needed',
          message: expect.any(String),
          current: { confirmation: expect.any(String), by: 'mail', because: 'crowd' },
        },
      ]);
    expect(crowd.started()).toBe(begun);
    const { text } = await inbox.next(form.email);
    expect(codeIn(text)).not.toBe('');
    // nobody has shown the password
    expect(text).not.toContain('yang benar');
    // a wrong code is answered alike, too
    for (const [index, email] of [form.email, pending.email, nobody].entries()) {
      const { confirmation } = confirmationOf(answers[index]?.body);
      const code = notThis(codeIn(text));
      expect(await signIn({ email, password: wrong, confirmation, code }, here)).toMatchObject({
        status: 400,
        body: { code: 'invalid_confirmation_code' },
      });
    }
  });

  test('shares one code with all who sign in there, of which there is one mail; strangers do not use it up', async () => {
    const own = await startTestServer(withMail);
    const ownInbox = await openInbox(own);
    const { form } = await register(own, { password: 'sandi pemilik' });
    const { email } = form;
    const networks = [here, from(41, 1), from(41, 2), from(41, 3)];
    const crowd = await comeBefore([email], own, networks);

    const asked = networks.map((network) => signIn({ email, password: wrong }, network, own));
    const confirmations = (await Promise.all(asked)).map(({ body }) => confirmationOf(body).confirmation);
    expect(new Set(confirmations).size, 'nothing tells whether another was asked').toBe(networks.length);
    const code = codeIn((await ownInbox.next(email)).text);
    for (const confirmation of confirmations)
      for (let times = 0; times < 3; times += 1) {
        const guess = { email, password: wrong, confirmation, code: notThis(code) };
        expect((await signIn(guess, here, own)).status).toBe(400);
      }
    const right = networks
      .slice(2)
      .map((network, index) =>
        signIn({ email, password: 'sandi pemilik', confirmation: confirmations[index] ?? '', code }, network, own),
      );
    await expect.poll(() => waitingPasswords('owners')).toBe(2);
    crowd.leave();
    await crowd.releaseAll(crowd.requests);
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200]);
    expect(ownInbox.all.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('has an hour for the shared code, which serves after many wrong passwords too and for no other account', async () => {
    const { form, id } = await register(server, { password: 'sandi pemilik' });
    const other = await register(server, { password: 'sandi pemilik' });
    await buildWrongPasswords(server, form.email, 201);
    const enter = (email: string, code: string) =>
      signIn({ email, password: 'sandi pemilik', code, confirmation: newId() }, from(42, 1));
    const now = (await readClock(server.db)).getTime();
    const codeOf = (hoursAgo: number) => sharedCodeOf(server.platform, id, new Date(now - hoursAgo * sharedCodeMs));
    for (const hoursAgo of [3, -3]) expect((await enter(form.email, codeOf(hoursAgo))).status).toBe(400);
    expect((await enter(other.form.email, codeOf(0))).status).toBe(400);
    for (const hoursAgo of [1, 0]) expect((await enter(form.email, codeOf(hoursAgo))).status).toBe(200);
  });

  test('is asked for the shared code after many wrong passwords, when the mailbox gets no more mails', async () => {
    const own = await startTestServer({ ...withMail, limits: { mailsByMailbox: 5 } });
    const ownInbox = await openInbox(own);
    const { form } = await register(own, { password: 'sandi pemilik' });
    const { email } = form;
    await buildWrongPasswords(own, email, 201);
    const crowd = await comeBefore([email], own);
    await signIn({ email, password: wrong }, here, own);
    const code = codeIn((await ownInbox.next(email)).text);
    crowd.leave();
    await crowd.releaseAll(crowd.requests);
    for (let index = 0; index < 3; index += 1)
      await auth(own, '/auth/request-password-reset', { email }, from(41, index));
    const right = { email, password: 'sandi pemilik' };
    const { body } = await signIn(right, from(42, 1), own);
    expect(body).toMatchObject({ code: 'confirmation_needed', current: { because: 'crowd' } });
    const { confirmation } = confirmationOf(body);
    expect((await signIn({ ...right, confirmation, code }, from(42, 1), own)).status).toBe(200);
  });

  /** Sends a sign-in, expects its password to be hashed next, before all who wait, and returns its answer. */
  async function servedNext(crowd: Awaited<ReturnType<typeof startCrowd>>, input: Input) {
    const begun = crowd.started();
    const answer = signIn(input, here);
    await expect.poll(() => waitingPasswords('owners')).toBe(1);
    crowd.release();
    await expect.poll(crowd.started).toBe(begun + 1);
    expect(crowd.order[begun]).toBe(input.password);
    crowd.release();
    const { status, body } = await answer;
    await expect.poll(crowd.started).toBe(begun + 2);
    return [status, body?.['code']];
  }

  test('comes next with the code and the right password; the code alone does not do', async () => {
    const { form } = await register(server, { password: 'sandi pemilik' });
    const { email } = form;
    const crowd = await comeBefore([email]);
    const { body } = await signIn({ email, password: 'sandi pemilik' }, here);
    const { confirmation } = confirmationOf(body);
    const code = codeIn((await inbox.next(email)).text);
    expect(await servedNext(crowd, { email, password: 'bukan sandinya', confirmation, code })).toEqual([
      401,
      'invalid_credentials',
    ]);
    expect(await servedNext(crowd, { email, password: 'sandi pemilik', confirmation, code })).toEqual([200, undefined]);
  });

  test('comes next with a code that an admin has read out', async () => {
    const owner = await register(server, { password: 'sandi pemilik' });
    const { email } = owner.form;
    const crowd = await comeBefore([email]);
    const code = await buildRecoveryCode(server, owner);
    expect(await servedNext(crowd, { email, password: 'sandi pemilik', code })).toEqual([200, undefined]);
  });

  test('waits where it, or its network, has been asked again and again', async () => {
    for (const limits of [{ codesInCrowdByGroup: 1 }, { codesInCrowdByAccountAndGroup: 1 }]) {
      const own = await startTestServer({ ...withMail, limits });
      const { form } = await register(own);
      const crowd = await comeBefore([form.email], own);
      const input = { email: form.email, password: form.password };
      expect(await signIn(input, here, own)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
      const waitingBefore = countWaitingStrangers();
      const answer = signIn(input, here, own);
      await expect.poll(countWaitingStrangers).toBe(waitingBefore + 1);
      crowd.leave();
      await crowd.releaseAll(crowd.requests);
      expect((await answer).status).toBe(200);
    }
  });
});

test('a crowd of sign-ups does not delay a sign-in, nor a sign-up from elsewhere; whoever leaves waits no more', async () => {
  const { form } = await register(server, { password: 'sandi pemilik' });
  const hashes = holdHashes();
  const leaving = new AbortController();
  const flood = Array.from({ length: 300 }, (_, index) =>
    fetch(`${server.url}/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(21, index % 30) },
      body: JSON.stringify(signUpForm({ password: 'sandi banjir' })),
      signal: leaving.signal,
    }).catch(() => undefined),
  );
  await expect.poll(() => hashes.started() + countWaitingStrangers(), { timeout: 60_000 }).toBe(300);
  const begun = hashes.started();
  const right = [
    signIn({ email: form.email, password: 'sandi pemilik' }, from(31, 1)),
    auth(server, '/auth/sign-up/email', signUpForm({ password: 'sandi orang baru' }), from(31, 2)),
  ];
  await expect.poll(() => begun + countWaitingStrangers()).toBe(302);
  for (let turn = 1; turn <= 4; turn += 1) {
    hashes.release();
    await expect.poll(hashes.started).toBe(begun + turn);
  }
  expect(hashes.order.slice(begun)).toEqual(expect.arrayContaining(['sandi pemilik', 'sandi orang baru']));
  leaving.abort();
  await expect.poll(countWaitingStrangers).toBe(0);
  await hashes.releaseAll([...right, ...flood]);
  expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a sign-up that waits for its link does not make its sender an owner', async () => {
  const own = await startTestServer({ trustProxy: true, emailVerification: true });
  const form = signUpForm();
  const { device = '' } = await auth(own, '/auth/sign-up/email', form, from(22, 1));
  const hashes = holdHashes();
  const running = signIn({ email: 'x@lapau.test', password: wrong }, from(22, 2), own);
  await expect.poll(hashes.started).toBe(1);
  const pending = signIn({ email: form.email, password: form.password }, { ...from(22, 1), cookie: device }, own);
  await expect.poll(() => waitingPasswords('sign-ins')).toBe(1);
  expect(waitingPasswords('owners')).toBe(0);
  await hashes.releaseAll([running, pending]);
  expect(await pending).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
});
