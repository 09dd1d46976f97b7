import crypto from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { applyRetention } from '../../platform/retention.ts';
import { auth, newId, openInbox, signUpForm, tokenOf } from '../../testing/auth.ts';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { authRetention } from './jobs.ts';

const path = '/auth/sign-up/email';

const server = await startTestServer({ emailVerification: true });
const inbox = await openInbox(server);
const verify = (token: string) => auth(server, '/auth/verify-email', { token });
const signIn = ({ email, password }: { email: string; password: string }) =>
  auth(server, '/auth/sign-in/email', { email, password });
const profilesOf = (email: string) => server.db.selectFrom('profiles').where('email', '=', email).selectAll().execute();
const mailedToken = async (email: string) => tokenOf(await inbox.next(email), 'verifyEmail');

/** Somebody who has signed up and opened the link. */
async function verified() {
  const form = signUpForm();
  await auth(server, path, form);
  await verify(await mailedToken(form.email));
  return form;
}

test('opening the mailed link creates the account, but does not sign in (D4, D5)', async () => {
  const form = signUpForm({ nagari: ' nagari  Koto Bangun' });
  const answer = await auth(server, path, form);
  expect([answer.status, answer.body, answer.cookie]).toEqual([200, { signed_in: false }, undefined]);
  expect(await signIn(form)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
  expect(await signIn({ ...form, password: 'salah' })).toMatchObject({ status: 401 });
  expect(await profilesOf(form.email)).toEqual([]);

  const letter = await inbox.next(form.email);
  expect(letter.link).toMatch(/^http:\/\/lapau\.test\/login#verify=[\w-]{32}$/);
  expect(letter.text).toContain(letter.link);
  const opened = await verify(tokenOf(letter, 'verifyEmail'));
  expect([opened.status, opened.body, opened.headers.getSetCookie()]).toEqual([200, { done: true }, []]);
  expect(await profilesOf(form.email)).toMatchObject([
    { full_name: form.name, nagari: 'Koto Bangun', phone: form.phone, role: 'pembeli', email_verified: true },
  ]);
  expect((await signIn(form)).status).toBe(200);
  expect((await verify(tokenOf(letter, 'verifyEmail'))).status).toBe(200);
});

test('signing in before the link is opened mails another link', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const first = await mailedToken(form.email);
  await signIn(form);
  expect((await verify(await mailedToken(form.email))).status).toBe(200);
  expect((await signIn(form)).status).toBe(200);
  expect((await verify(first)).status).toBe(200);
});

test('a later sign-up with the same e-mail replaces a pending one and its data, and invalidates its links', async () => {
  const attacker = signUpForm({ password: 'kata sandi penyerang', name: 'Penyerang' });
  await auth(server, path, attacker);
  const attackersLink = await mailedToken(attacker.email);
  const owner = signUpForm({ email: attacker.email, password: 'kata sandi pemilik', name: 'Pemilik' });
  await auth(server, path, owner);
  const ownersLink = await mailedToken(attacker.email);

  expect(await verify(attackersLink)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
  expect((await verify(ownersLink)).status).toBe(200);
  expect(await profilesOf(attacker.email)).toMatchObject([{ full_name: 'Pemilik', phone: owner.phone }]);
  expect((await signIn(attacker)).status).toBe(401);
  expect((await signIn(owner)).status).toBe(200);
  expect((await verify(attackersLink)).status).toBe(400);
});

test('repeating a sign-up with its id mails no second link, leaves the first valid, and stores the last password (D59)', async () => {
  const form = signUpForm({ id: newId() });
  await auth(server, path, form);
  const link = await mailedToken(form.email);
  const repeated = { ...form, password: 'yang terakhir diketik' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => auth(server, path, repeated)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { signed_in: false }]);
  expect((await verify(link)).status).toBe(200);
  expect(await profilesOf(form.email)).toMatchObject([{ id: form.id }]);
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
  expect((await verify(await mailedToken(form.email))).status).toBe(200);
});

test('a used id gets the same response with every e-mail, so that ids do not reveal e-mails (D3)', async () => {
  const owner = await verified();
  const [account] = await profilesOf(owner.email);
  const waiting = signUpForm({ id: newId() });
  await auth(server, path, waiting);
  for (const form of [
    { ...owner, id: account?.id },
    signUpForm({ ...owner, id: account?.id, password: 'punya orang lain' }),
    signUpForm({ id: account?.id }),
    signUpForm({ id: waiting.id }),
  ]) {
    expect(await auth(server, path, form)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  }
});

test('opening a link ten times at once creates one account', async () => {
  const form = signUpForm();
  await auth(server, path, form);
  const token = await mailedToken(form.email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
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
  expect((await verify(tokenOf(letter, 'verifyEmail'))).status).toBe(400);
  await server.db
    .updateTable('pending_sign_ups')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  expect((await signIn(form)).status).toBe(401);
  for (const retention of authRetention) await applyRetention(server.platform, retention);
  expect(await server.db.selectFrom('pending_sign_ups').selectAll().execute()).toEqual([]);
});

test.each(['x', 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.AAAA'])(
  'the invalid token "%s" is refused',
  async (token) => {
    expect(await verify(token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
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
  expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
  const names = (headers: Headers) => [...headers.keys()].toSorted();
  expect(names(taken.headers)).toEqual(names(fresh.headers));
  expect((await inbox.next(owner.email)).subject).toBe('Anda sudah punya akun');
  expect(await profilesOf(owner.email)).toEqual(before);
  expect((await signIn({ ...owner, password: 'punya orang lain' })).status).toBe(401);
  expect((await signIn(owner)).status).toBe(200);
});

test('a taken e-mail causes the same work (D3)', async () => {
  // this server runs no jobs: only the request's own queries are counted
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
  expect((await verify(link)).status).toBe(200);
  expect((await signIn(form)).status).toBe(200);
});

test('a mail contains nothing typed at sign-up', async () => {
  const form = signUpForm({ name: 'Klik hadiah' });
  await auth(server, path, form);
  expect((await inbox.next(form.email)).text).not.toContain('Klik hadiah');
});

test('ten sign-ups at once with one e-mail store one pending sign-up, and all get the same response', async () => {
  const { email } = signUpForm();
  const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { signed_in: false }]);
  const waiting = server.db.selectFrom('pending_sign_ups').where('email', '=', email).select('id');
  expect(await waiting.execute()).toHaveLength(1);
});
