import crypto from 'node:crypto';
import { authRoutes } from '@lapau/contract/auth';
import type { SignUp } from '@lapau/contract/auth';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { applyRetention } from '../../platform/retention.ts';
import { auth, openInbox, register, signUpForm, tokenOf } from '../../testing/auth.ts';
import { buildAdmin, buildMember, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { authRetention } from './jobs.ts';

const path = '/auth/sign-up/email';

describe('without e-mail verification', async () => {
  const server = await startTestServer();

  test('registers with all seven fields and signs in at once', async () => {
    const form = signUpForm({ email: ' Etek.Ros@Lapau.test ', nagari: ' nagari  Koto   Bangun ' });
    const answer = await auth(server, path, form);
    expect(answer.status).toBe(200);
    expect(authRoutes[path].output.parse(answer.body)).toEqual({ signed_in: true });
    const profile = await server.db
      .selectFrom('profiles')
      .where('email', '=', 'etek.ros@lapau.test')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      full_name: form.name,
      address: form.address,
      nagari: 'Koto Bangun',
      kecamatan: form.kecamatan,
      phone: form.phone,
      role: 'pembeli',
      is_suspended: false,
      email_verified: false,
      avatar_url: null,
    });
    expect(profile.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const session = await server.request('/rpc/get_session', {
      method: 'POST',
      headers: { cookie: answer.cookie ?? '', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await session.json()).toMatchObject({ user: { id: profile.id } });
  });

  test('keeps neither the password nor the address it came from, and of the browser its name only', async () => {
    const { id, form } = await register(server);
    const account = await server.db
      .selectFrom('accounts')
      .where('user_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(account.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(account.password).not.toContain(form.password);
    const session = await server.db
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([session.ip_address, session.device_name]).toEqual(['', 'Perangkat tidak dikenal']);
  });

  test.each(['Kapur IX', 'kapur 9', ' KAPUR  SEMBILAN ', 'Kec. Kapur IX', 'kecamatan kapur ix'])(
    'lives in %s (D1)',
    async (kecamatan) => {
      expect((await auth(server, path, signUpForm({ kecamatan }))).status).toBe(200);
    },
  );

  test('is refused outside the area, and nothing is written (D1)', async () => {
    const form = signUpForm({ kecamatan: 'Pangkalan Koto Baru' });
    const { status, body } = await auth(server, path, form);
    expect([status, body]).toEqual([422, { code: 'outside_area', message: 'Aplikasi belum tersedia dilokasi anda' }]);
    expect(await server.db.selectFrom('profiles').where('email', '=', form.email).select('id').execute()).toEqual([]);
  });

  test.each(['email', 'password', 'name', 'address', 'nagari', 'kecamatan', 'phone'] as const)(
    'needs %s',
    async (field) => {
      const rest: Partial<SignUp> = { ...signUpForm(), [field]: undefined };
      for (const form of [rest, { ...rest, [field]: '' }]) {
        const { status, body } = await auth(server, path, form);
        expect(status).toBe(422);
        expect(body).toMatchObject({ code: 'invalid_input', details: { [field]: expect.any(String) } });
      }
    },
  );

  test.each([
    ['role', { role: 'admin' }],
    ['is_suspended', { is_suspended: true }],
    ['emailVerified', { emailVerified: true }],
    ['id', { id: '018f0000-0000-7000-8000-000000000000' }],
    ['callbackURL', { callbackURL: 'https://evil.example' }],
    ['image', { image: 'x' }],
  ])('refuses %s as input (D8)', async (field, extra) => {
    const { status, body } = await auth(server, path, { ...signUpForm(), ...extra });
    expect([status, body?.['details']]).toEqual([422, { [field]: 'Isian ini tidak dikenal.' }]);
  });

  test.each([
    { password: '12345' },
    { password: 'x'.repeat(129) },
    { email: 'bukan email' },
    { email: `${'x'.repeat(250)}@lapau.test` },
    { name: 'x'.repeat(81) },
    { name: 'nul\u0000' },
    { name: '\ud800' },
    { phone: '0'.repeat(26) },
  ])('refuses %j (D25)', async (given) => {
    expect(await auth(server, path, signUpForm(given))).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });

  test('says that an e-mail is taken, whatever its case (D3)', async () => {
    const { form } = await register(server);
    const { status, body, cookie } = await auth(server, path, signUpForm({ email: form.email.toUpperCase() }));
    expect([status, body]).toEqual([409, { code: 'email_taken', message: 'Email sudah terdaftar.' }]);
    expect(cookie).toBeUndefined();
  });

  test('of ten at once with one e-mail, one is made', async () => {
    const { email } = signUpForm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const profiles = await server.db.selectFrom('profiles').where('email', '=', email).select('id').execute();
    expect(profiles).toHaveLength(1);
  });

  test('is refused to somebody signed in', async () => {
    const { cookie } = await register(server);
    expect(await auth(server, path, signUpForm(), { cookie })).toMatchObject({
      status: 403,
      body: { code: 'already_signed_in' },
    });
  });

  test.each(['lapau', 'L\u0430pau', 'Wali  Novi', 'WALI-N0VI'])(
    'nobody signs up as %s, a name of the site or of an admin (D63)',
    async (name) => {
      await buildAdmin(server, { full_name: 'Wali Novi' });
      const form = signUpForm({ name });
      expect(await auth(server, path, form)).toMatchObject({
        status: 422,
        body: { code: 'name_reserved', details: { name: 'Nama ini hanya untuk pengelola. Pilih nama lain.' } },
      });
      expect(await server.db.selectFrom('profiles').where('email', '=', form.email).select('id').execute()).toEqual([]);
    },
  );

  test('offers the nagari of stalls in their commonest spelling, of nobody else (D11, D13)', async () => {
    const own = await startTestServer();
    for (const nagari of ['lubuak alai', 'Lubuak Alai', 'Lubuak Alai', 'Galugua']) {
      await buildSeller(own, { profile: { nagari } });
    }
    await buildSeller(own, { profile: { nagari: 'Sialang' }, warung: { is_suspended: true } });
    await buildSeller(own, { profile: { nagari: 'Koto Lamo', is_suspended: true } });
    await register(own, { nagari: 'Koto Bangun' });
    expect(await own.call('get_sign_up_options', {})).toEqual({
      email_verification: false,
      nagari: ['Galugua', 'Lubuak Alai'],
    });
  });
});

describe('with e-mail verification', async () => {
  const server = await startTestServer({ emailVerification: true });
  const inbox = await openInbox(server);
  const verify = (token: string) => auth(server, '/auth/verify-email', { token });
  const signIn = ({ email, password }: { email: string; password: string }) =>
    auth(server, '/auth/sign-in/email', { email, password });
  const profilesOf = (email: string) =>
    server.db.selectFrom('profiles').where('email', '=', email).selectAll().execute();
  const mailedToken = async (email: string) => tokenOf(await inbox.next(email), 'verifyEmail');

  /** Somebody who has signed up and opened the link. */
  async function verified() {
    const form = signUpForm();
    await auth(server, path, form);
    await verify(await mailedToken(form.email));
    return form;
  }

  test('the account is made when the mailed link is opened, and signs nobody in (D4, D5)', async () => {
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

  test('mails the link again when somebody tries to sign in without it', async () => {
    const form = signUpForm();
    await auth(server, path, form);
    const first = await mailedToken(form.email);
    await signIn(form);
    expect((await verify(await mailedToken(form.email))).status).toBe(200);
    expect((await signIn(form)).status).toBe(200);
    expect((await verify(first)).status).toBe(200);
  });

  test('a later sign-up takes the place of one that waits: nothing of the first is left, and its links are void', async () => {
    const stranger = signUpForm({ password: 'kata sandi penyerang', name: 'Penyerang' });
    await auth(server, path, stranger);
    const strangersLink = await mailedToken(stranger.email);
    const owner = signUpForm({ email: stranger.email, password: 'kata sandi pemilik', name: 'Pemilik' });
    await auth(server, path, owner);
    const ownersLink = await mailedToken(stranger.email);

    expect(await verify(strangersLink)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
    expect((await verify(ownersLink)).status).toBe(200);
    expect(await profilesOf(stranger.email)).toMatchObject([{ full_name: 'Pemilik', phone: owner.phone }]);
    expect((await signIn(stranger)).status).toBe(401);
    expect((await signIn(owner)).status).toBe(200);
    expect((await verify(strangersLink)).status).toBe(400);
  });

  test('ten who open one link at once make one account', async () => {
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

  test.each(['x', 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAYi5jIn0.AAAA'])('no link has the token "%s"', async (token) => {
    expect(await verify(token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
  });

  test('no token of a link lies in the database', async () => {
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

  test('answers the same for a taken e-mail, changes nothing and mails its owner (D3)', async () => {
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

  test('does the same work for a taken e-mail (D3)', async () => {
    // nobody sends mails here: what is counted is the request's own
    const own = await startTestServer({ emailVerification: true });
    const owner = await buildMember(own);
    await auth(own, path, signUpForm());
    const querying = vi.spyOn(pg.Client.prototype, 'query');
    const hashing = vi.spyOn(crypto, 'argon2');
    const attempt = async (email: string) => {
      querying.mockClear();
      hashing.mockClear();
      await auth(own, path, signUpForm({ email }));
      const asked = querying.mock.calls.filter((_call, index) => {
        const client = querying.mock.contexts[index] as pg.Client & {
          connectionParameters: { application_name: string };
        };
        return client.connectionParameters.application_name === 'lapau';
      });
      const texts = asked.map(([query]) => (query as unknown as { text?: string }).text ?? query);
      return { hashed: hashing.mock.calls.length, statements: texts };
    };
    const [free, taken] = [await attempt(signUpForm().email), await attempt(owner.email)];
    vi.restoreAllMocks();
    expect(taken).toEqual(free);
    expect(taken.hashed).toBe(1);
    expect(taken.statements.length).toBeGreaterThan(4);
  });

  test('an account from before verification was asked for proves its mailbox at the next sign-in, and is not replaced', async () => {
    const form = await verified();
    await server.db.updateTable('profiles').set({ email_verified: false }).where('email', '=', form.email).execute();
    expect((await signIn(form)).status).toBe(403);
    const link = await mailedToken(form.email);
    await auth(server, path, signUpForm({ email: form.email, password: 'punya orang lain' }));
    expect((await inbox.next(form.email)).subject).toBe('Anda sudah punya akun');
    expect((await verify(link)).status).toBe(200);
    expect((await signIn(form)).status).toBe(200);
  });

  test('a mail repeats nothing that was typed', async () => {
    const form = signUpForm({ name: 'Klik hadiah' });
    await auth(server, path, form);
    expect((await inbox.next(form.email)).text).not.toContain('Klik hadiah');
  });

  test('of ten at once with one e-mail one waits, and all answer alike', async () => {
    const { email } = signUpForm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth(server, path, signUpForm({ email }))));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { signed_in: false }]);
    const waiting = server.db.selectFrom('pending_sign_ups').where('email', '=', email).select('id');
    expect(await waiting.execute()).toHaveLength(1);
  });
});
