import crypto from 'node:crypto';
import type { SignUp } from '@lapau/contract/auth';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { applyRetention } from '../../platform/transactions/retention.ts';
import { auth, newId, openInbox, signUpForm, tokenOf } from '../../testing/auth.ts';
import { buildAdmin, buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { authRetention } from './jobs.ts';

const path = '/auth/sign-up/email';

const server = await startTestServer({ emailVerification: true });
const inbox = await openInbox(server);
const verify = (token: string, { password }: { password: string }) =>
  auth(server, '/auth/verify-email', { token, password });
const signIn = ({ email, password }: { email: string; password: string }) =>
  auth(server, '/auth/sign-in/email', { email, password });
const profilesOf = (email: string) => server.db.selectFrom('profiles').where('email', '=', email).selectAll().execute();
/** The answer to a sign-up whose link is to be opened. */
const unverified = { signed_in: false, waiting: expect.any(String) as unknown };
const mailedToken = async (email: string) => tokenOf(await inbox.next(email), 'verifyEmail');

/** Somebody who has signed up and opened the link. */
async function verified(given: Partial<SignUp> = {}) {
  const form = signUpForm(given);
  await auth(server, path, form);
  await verify(await mailedToken(form.email), form);
  return form;
}

test('the mailed link with the password creates the account and signs in (D4)', async () => {
  const form = signUpForm({ nagari: ' nagari  Koto Bangun' });
  const answer = await auth(server, path, form);
  expect([answer.status, answer.body, answer.cookie]).toEqual([200, unverified, undefined]);
  expect(await signIn(form)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  expect(await signIn({ ...form, password: 'salah' })).toMatchObject({ status: 401 });
  expect(await profilesOf(form.email)).toEqual([]);

  const letter = await inbox.next(form.email);
  expect(letter.link).toMatch(/^http:\/\/lapau\.test\/login#verify=[\w-]{32}$/);
  expect(letter.text).toContain(letter.link);
  const token = tokenOf(letter, 'verifyEmail');
  expect(await auth(server, '/auth/verify-email', { token })).toMatchObject({
    status: 422,
    body: { details: { password: 'Kata sandi wajib diisi.' } },
  });
  expect(await profilesOf(form.email)).toEqual([]);
  const opened = await verify(token, form);
  expect([opened.status, opened.body]).toEqual([200, { signed_in: true }]);
  expect((await auth(server, '/auth/get-session', undefined, { cookie: opened.cookie ?? '' })).body).not.toBeNull();
  expect(await profilesOf(form.email)).toMatchObject([
    { full_name: form.name, nagari: 'Koto Bangun', phone: form.phone, role: 'pembeli', email_verified: true },
  ]);
  expect((await signIn(form)).status).toBe(200);
  expect((await verify(token, form)).status).toBe(200);
  expect(await profilesOf(form.email)).toHaveLength(1);
});

test('the mailed link names the e-mail of its sign-up, before and after it has become an account', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  const account = () => server.call('get_link_account', { link: 'verifyEmail', token });
  expect(await account()).toEqual({ email: form.email });
  await verify(token, form);
  expect(await account()).toEqual({ email: form.email });
});

test('whoever is signed in as somebody else stays so, and the account is created all the same', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const { cookie } = await buildMember(server);
  const body = { token: await mailedToken(form.email), password: form.password };
  const opened = await auth(server, '/auth/verify-email', body, { cookie });
  expect([opened.status, opened.body, opened.headers.getSetCookie()]).toEqual([200, { signed_in: false }, []]);
  expect((await signIn(form)).status).toBe(200);
});

test('wrong passwords at a link are counted and refused, and after ten the right one too, for an hour', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  for (let left = 9; left > 0; left -= 1) {
    expect(await verify(token, { password: 'salah' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', details: { password: expect.stringContaining(`Sisa percobaan: ${left}.`) } },
    });
  }
  const tooMany = { status: 429, body: { details: { password: expect.stringContaining('satu jam lagi') } } };
  expect(await verify(token, { password: 'salah' })).toMatchObject(tooMany);
  expect(await verify(token, form)).toMatchObject(tooMany);
  expect(await profilesOf(form.email)).toEqual([]);
  await server.db
    .updateTable('wrong_passwords')
    .set({ created_at: new Date(Date.now() - 61 * 60_000) })
    .execute();
  expect((await verify(token, form)).status).toBe(200);
});

test('signing in before the link is opened mails another link', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const first = await mailedToken(form.email);
  await signIn(form);
  expect((await verify(await mailedToken(form.email), form)).status).toBe(200);
  expect((await signIn(form)).status).toBe(200);
  expect((await verify(first, form)).status).toBe(200);
});

test('sign-ups of strangers with the e-mail, before and after, leave that of its owner as it is', async () => {
  const owner = signUpForm({ password: 'kata sandi pemilik', name: 'Pemilik' });
  const stranger = (name: string) => signUpForm({ email: owner.email, password: `kata sandi ${name}`, name });
  const [before, after] = [stranger('sebelum'), stranger('sesudah')] as const;
  const links: string[] = [];
  for (const form of [before, owner, after]) {
    await auth(server, path, form);
    links.push(await mailedToken(owner.email));
  }
  const [linkBefore = '', ownersLink = '', linkAfter = ''] = links;

  // the owner has all three links, and only one of them takes their password
  for (const link of [linkBefore, linkAfter]) {
    expect(await verify(link, owner)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  }
  expect(await profilesOf(owner.email)).toEqual([]);
  expect((await verify(ownersLink, owner)).status).toBe(200);
  expect(await profilesOf(owner.email)).toMatchObject([{ full_name: 'Pemilik', phone: owner.phone }]);

  // The other two sign-ups are gone.
  for (const [link, form] of [[linkBefore, before] as const, [linkAfter, after] as const]) {
    expect(await verify(link, form)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect((await signIn(form)).status).toBe(401);
  }
  expect((await signIn(owner)).status).toBe(200);
});

test('signing in on the device of a pending sign-up finds it among others with the e-mail', async () => {
  const owner = signUpForm({ password: 'kata sandi pemilik' });
  const { device = '' } = await auth(server, path, owner);
  const first = await mailedToken(owner.email);
  await auth(server, path, signUpForm({ email: owner.email, password: 'kata sandi orang lain' }));
  await mailedToken(owner.email);
  const { email, password } = owner;
  const answer = await auth(server, '/auth/sign-in/email', { email, password }, { cookie: device });
  expect(answer).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  const another = await mailedToken(owner.email);
  expect(another).not.toBe(first);
  expect((await verify(another, owner)).status).toBe(200);
});

test('fifteen sign-ups of a stranger do not keep back the mail of the owner, who signs up at another address', async () => {
  const own = await startTestServer({
    emailVerification: true,
    trustProxy: true,
    limits: { mailsByMailbox: 5 },
  });
  const mails = await openInbox(own);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const owner = signUpForm({ password: 'kata sandi pemilik' });
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'])
    for (let count = 0; count < 3; count += 1)
      await auth(own, path, signUpForm({ email: owner.email, password: 'orang lain' }), from(address));
  await auth(own, path, owner, from('10.9.0.1'));
  let isDone = false;
  while (!isDone) {
    const token = tokenOf(await mails.next(owner.email), 'verifyEmail');
    isDone = (await auth(own, '/auth/verify-email', { token, password: owner.password })).status === 200;
  }
  const accounts = own.db.selectFrom('profiles').where('email', '=', owner.email).select('full_name');
  expect(await accounts.execute()).toEqual([{ full_name: owner.name }]);
});

test('repeating a sign-up with its id mails no second link, leaves the first valid, and stores the last password (D59)', async () => {
  const form = signUpForm({ id: newId() });
  await auth(server, path, form);
  const link = await mailedToken(form.email);
  const repeated = { ...form, password: 'yang terakhir diketik' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => auth(server, path, repeated)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, unverified]);
  expect((await verify(link, form)).status).toBe(403);
  expect((await verify(link, repeated)).status).toBe(200);
  expect(await profilesOf(form.email)).toMatchObject([{ sign_up_key: form.id }]);
  expect((await signIn(form)).status).toBe(401);
  expect((await signIn(repeated)).status).toBe(200);
  expect(inbox.all.filter(({ to }) => to === form.email)).toHaveLength(1);
  const queued = await server.platform.database.pool.query(
    `select from jobs.job where name = 'send_mail' and data->>'to' = $1`,
    [form.email],
  );
  expect(queued.rowCount).toBe(1);
});

test('repeating an expired sign-up mails a new link', async () => {
  const form = signUpForm({ id: newId() });
  await auth(server, path, form);
  await mailedToken(form.email);
  await server.db
    .updateTable('pending_sign_ups')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('email', '=', form.email)
    .execute();
  await auth(server, path, form);
  expect((await verify(await mailedToken(form.email), form)).status).toBe(200);
});

test('a used id gets the same response with every e-mail, so that ids do not reveal e-mails (D3)', async () => {
  const owner = await verified({ id: newId() });
  const waiting = signUpForm({ id: newId() });
  await auth(server, path, waiting);
  for (const form of [
    owner,
    { ...owner, password: 'punya orang lain' },
    signUpForm({ id: owner.id }),
    signUpForm({ id: waiting.id }),
  ]) {
    expect(await auth(server, path, form)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  }
});

test('a link is refused whose sign-up has a name that an admin has taken since (D63)', async () => {
  const form = signUpForm({ name: 'Rahmi Yeni' });
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  await buildAdmin(server, { full_name: 'Rahmi Yeni' });
  expect(await verify(token, form)).toMatchObject({ status: 422, body: { code: 'name_reserved' } });
  await auth(server, path, { ...form, name: 'Rahmi Yeni Sialang' });
  expect((await verify(await mailedToken(form.email), form)).status).toBe(200);
});

test('opening a link ten times at once creates one account', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token, form)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await profilesOf(form.email)).toHaveLength(1);
});

test('a link expires after a day, and the sign-up with it', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const letter = await inbox.next(form.email);
  expect(Math.abs(letter.expiresAt.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
  await server.db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await verify(tokenOf(letter, 'verifyEmail'), form)).status).toBe(400);
  await server.db
    .updateTable('pending_sign_ups')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await signIn(form)).status).toBe(401);
  for (const retention of authRetention) await applyRetention(server.platform, retention);
  expect(await server.db.selectFrom('pending_sign_ups').selectAll().execute()).toEqual([]);
});

test.each(['x', 'a\0b', 'a\ud800b', '🍛', 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.AAAA'])(
  'the invalid token "%s" is refused',
  async (token) => {
    expect(await verify(token, { password: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
  },
);

test('the database stores no token of a link', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  const { rows } = await server.platform.database.pool.query(
    `select query_to_xml('select * from verifications', true, false, '')::text ||
            query_to_xml('select * from pending_sign_ups', true, false, '')::text ||
            query_to_xml('select * from jobs.job', true, false, '')::text as everything`,
  );
  expect(rows[0].everything).toContain(form.email);
  expect(rows[0].everything).not.toContain(token);
});

test('a taken e-mail gets the same response, changes nothing, and its owner is mailed (D3)', async () => {
  const owner = await verified();
  const before = await profilesOf(owner.email);
  const fresh = await auth(server, path, signUpForm());
  const taken = await auth(server, path, signUpForm({ email: owner.email, password: 'punya orang lain' }));
  for (const { status, body } of [fresh, taken]) expect([status, body]).toEqual([200, unverified]);
  expect(String(taken.body?.['waiting'])).toHaveLength(String(fresh.body?.['waiting']).length);
  const names = (headers: Headers) => [...headers.keys()].toSorted();
  expect(names(taken.headers)).toEqual(names(fresh.headers));
  expect((await inbox.next(owner.email)).subject).toBe('Anda sudah punya akun');
  expect(await profilesOf(owner.email)).toEqual(before);
  expect((await signIn({ ...owner, password: 'punya orang lain' })).status).toBe(401);
  expect((await signIn(owner)).status).toBe(200);
});

test('a taken e-mail causes the same work (D3)', async () => {
  // This server runs no jobs, so that only the request's own queries are counted.
  const own = await startTestServer({ emailVerification: true });
  const owner = await buildMember(own);
  await auth(own, path, signUpForm());
  const querying = vi.spyOn(pg.Client.prototype, 'query');
  const hashing = vi.spyOn(crypto, 'argon2');
  const attempt = async (email: string) => {
    querying.mockClear();
    hashing.mockClear();
    await auth(own, path, signUpForm({ email }));
    const queries = querying.mock.calls.filter((_call, index) => {
      const client = querying.mock.contexts[index] as pg.Client & {
        connectionParameters: { application_name: string };
      };
      return client.connectionParameters.application_name === 'lapau';
    });
    const texts = queries.map(([query]) => (query as unknown as { text?: string }).text ?? query);
    return { hashed: hashing.mock.calls.length, statements: texts };
  };
  const [free, taken] = [await attempt(signUpForm().email), await attempt(owner.email)];
  vi.restoreAllMocks();
  expect(taken).toEqual(free);
  expect(taken.hashed).toBe(1);
  expect(taken.statements.length).toBeGreaterThan(4);
});

test('an unverified account from before verification was required verifies at its next sign-in, and is not replaced', async () => {
  const form = await verified();
  await server.db.updateTable('profiles').set({ email_verified: false }).where('email', '=', form.email).execute();
  expect((await signIn(form)).status).toBe(403);
  const link = await mailedToken(form.email);
  await auth(server, path, signUpForm({ email: form.email, password: 'punya orang lain' }));
  expect((await inbox.next(form.email)).subject).toBe('Anda sudah punya akun');
  expect((await verify(link, { password: 'punya orang lain' })).status).toBe(403);
  expect((await verify(link, form)).status).toBe(200);
  expect((await signIn(form)).status).toBe(200);
});

test('a mail contains nothing typed at sign-up', async () => {
  const form = signUpForm({ name: 'Klik hadiah' });
  await auth(server, path, form);
  expect((await inbox.next(form.email)).text).not.toContain('Klik hadiah');
});

test('ten sign-ups at once with one e-mail and id store one pending sign-up, and all get the same response', async () => {
  const form = signUpForm({ id: newId() });
  const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, form)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, unverified]);
  const waiting = server.db.selectFrom('pending_sign_ups').where('email', '=', form.email).select('id');
  expect(await waiting.execute()).toHaveLength(1);
});
